/** Removes what a retirement leaves once its manifests are gone: the anchor last, so that every failure can be finished (E). */
import { VamplateError } from '@/lib/base/errors';
import { deleteSurely } from '@/lib/engine/cleanup/delete-surely';
import type { RetirementRun } from '@/lib/engine/cleanup/retirement-run';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { below } from '@/lib/engine/lance/paths';

export interface Finalization {
  readonly finalized: readonly bigint[];
  /** Lifecycle objects that may remain; a later run goes on with them. */
  readonly left: readonly string[];
}

/**
 * One batch for each of leases, intents, other markers and anchors.
 * @param control listed after the manifests were seen to be gone
 * @param present versions whose manifests are still there
 * @throws `internal` for a version that still has a manifest or has no durable marker
 */
export async function finalize(
  run: RetirementRun,
  versions: readonly bigint[],
  control: ControlState,
  present: ReadonlySet<bigint>,
): Promise<Finalization> {
  const ours = new Set(versions);
  const of = <Row extends { readonly namespace: string; readonly version: bigint }>(rows: readonly Row[]) =>
    rows.filter(({ namespace, version }) => namespace === run.namespace && ours.has(version));
  const markers = of(control.markers);
  const anchored = new Set(
    markers.filter(({ marker }) => marker !== 'draining').map(({ version }) => version),
  );
  const wrong = versions.find((version) => present.has(version) || !anchored.has(version));
  if (wrong !== undefined) {
    const what = present.has(wrong) ? 'its manifest is there' : 'it has no durable marker';
    throw new VamplateError('internal', `Version ${wrong} cannot be finalized: ${what}.`);
  }
  const committed = new Set(
    markers.filter(({ marker }) => marker === 'committed').map(({ version }) => version),
  );
  const isAnchor = (row: (typeof markers)[number]) =>
    row.marker === (committed.has(row.version) ? 'committed' : 'sealed');
  const keys = (rows: readonly { readonly entry: string }[]) =>
    rows.map(({ entry }) => below(run.root.key, entry));
  const order = run.rules.finalizeOrder([
    keys(of(control.leases)),
    keys(of(control.intents)),
    keys(markers.filter((row) => !isAnchor(row))),
    keys(markers.filter(isAnchor)),
  ]);
  for (const [index, some] of order.entries()) {
    const left = await deleteSurely(run, some);
    // What comes later depends on this being gone: nothing more is removed.
    if (left.length > 0) return { finalized: [], left: [...left, ...order.slice(index + 1).flat()] };
  }
  return { finalized: versions, left: [] };
}
