/** Proves, a little each slot, that what is on pages with a canary can be restored: verify, as on a version's page. */
import { isVamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import { openEngine } from '@/lib/engine/engine';
import type { FleetDataset } from '@/lib/lake/fleet-snapshot';
import { fleetOf, lakesOf } from '../lakes';
import { lookAtReplicas } from '../operations/read-serving';
import type { Runtime } from '../runtime';
import { placeOf } from '../to-contract/place';
import { iso } from '../to-contract/scalars';
import { replicaRowOf } from '../to-contract/serving-rows';
import { budgeted } from './budgeted-store';
import { type Answer, budgetOf, inTurn, maxVersions, proofOf } from './canary-rules';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';
import type { Proofs } from './proofs';
import { slotMs } from './slot-rules';

interface Chosen {
  readonly lake: string;
  readonly path: string;
  readonly branch: string | null;
  readonly version: bigint;
  readonly newest: boolean;
}

/** How long before its slot ends the last target is begun, and how long one may take. */
const lastStartMs = 150_000;
const oneTargetMs = 120_000;
const none = { label: null, description: null };

/** Goes over the targets in turn until the hour's requests are spent or the slot ends. */
export async function runCanary(
  runtime: Runtime,
  { pages, proofs }: { readonly pages: readonly StoredPage[]; readonly proofs: Proofs },
  slot: number,
  signal: AbortSignal,
): Promise<void> {
  const chosen = await chooseTargets(runtime, pages);
  if (chosen.size === 0) return;
  const { record, byKey } = await proofs.read();
  const { hour, left } = budgetOf(record, runtime.clock.wall(), runtime.config.canaryRequestsPerHour);
  const budget = { left };
  for (const key of inTurn(chosen.keys(), byKey)) {
    if (budget.left <= 0 || signal.aborted) return;
    if (runtime.clock.wall() > slot + slotMs - lastStartMs) return;
    const before = budget.left;
    const triedAt = iso(runtime.clock.wall());
    const versions = chosen.get(key) ?? [];
    const answers: Answer[] = [];
    const until = AbortSignal.any([signal, AbortSignal.timeout(oneTargetMs)]);
    for (const version of versions) answers.push(await verify(runtime, version, budget, until));
    const proof = proofOf(key, answers, byKey.get(key) ?? null, triedAt);
    await proofs.add(proof, { hour, used: before - budget.left });
  }
}

async function verify(
  runtime: Runtime,
  { lake, path, branch, version, newest }: Chosen,
  budget: { left: number },
  signal: AbortSignal,
): Promise<Answer> {
  const store = budgeted(lakesOf(runtime).lake(lake).store, budget);
  const { clock } = runtime;
  const engine = openEngine({ store, clock, random: systemRandom, conditionalDelete: false }).dataset(path);
  try {
    const { verdict, provenAt } = await engine.verifyVersion({ branch, version }, signal);
    return { verdict, provenAt: iso(provenAt), newest };
  } catch (error) {
    if (!isVamplateError(error) && !signal.aborted) throw error;
    return { verdict: 'unknown', provenAt: null, newest };
  }
}

/** What is to be proven of each target of pages that have a canary; locks have nothing to restore. */
async function chooseTargets(
  runtime: Runtime,
  pages: readonly StoredPage[],
): Promise<Map<string, readonly Chosen[]>> {
  const chosen = new Map<string, readonly Chosen[]>();
  const targets = pages.filter(({ canary }) => canary).flatMap((page) => page.targets);
  if (targets.length === 0) return chosen;
  const { datasets } = await fleetOf(runtime).snapshot();
  for (const target of targets) {
    if (target.kind === 'lock') continue;
    if (target.kind === 'serving') {
      chosen.set(targetKey(target), await servedVersions(runtime, target));
      continue;
    }
    for (const entry of datasets) {
      const lake = entry.lake.settings.id;
      const { dataset: id } = placeOf(lake, entry.path);
      if (lake !== target.lake || (target.kind === 'dataset' && id !== target.id)) continue;
      chosen.set(targetKey({ kind: 'dataset', lake, id, ...none }), versionsOf(entry));
    }
  }
  return new Map([...chosen].filter(([, versions]) => versions.length > 0));
}

/** The newest version of main, and what tags name. */
function versionsOf({ lake, path, seen }: FleetDataset): readonly Chosen[] {
  if (seen === undefined) return [];
  const place = { lake: lake.settings.id, path };
  const { latest } = seen.facts.names.listing;
  const named = seen.facts.control.tags.flatMap(({ body }) =>
    body.kind === 'read' && body.value.kind === 'found' ? [body.value.reference] : [],
  );
  const versions = new Map<string, Chosen>();
  if (latest !== null) versions.set(`/${latest}`, { ...place, branch: null, version: latest, newest: true });
  for (const { branch, version } of named) {
    const key = `${branch ?? ''}/${version}`;
    if (!versions.has(key)) versions.set(key, { ...place, branch, version, newest: false });
  }
  return [...versions.values()].slice(0, maxVersions);
}

/** What replicas say they serve, where its dataset lies in a lake of this console. */
async function servedVersions(
  runtime: Runtime,
  { env, set }: { readonly env: string; readonly set: string },
): Promise<readonly Chosen[]> {
  const looked = await lookAtReplicas(runtime, { env, set }).catch((error: unknown) => {
    if (!isVamplateError(error)) throw error;
    return null;
  });
  const lakes = lakesOf(runtime).all.map(({ settings }) => settings);
  const served = (looked?.views ?? []).flatMap((view): Chosen[] => {
    const { dataset, servingVersion, retired } = replicaRowOf(view, lakes, runtime.clock.wall());
    if (retired !== null || dataset == null || servingVersion == null) return [];
    const place = { lake: dataset.lake, path: decodeDatasetId(dataset.id) };
    return [{ ...place, branch: null, version: BigInt(servingVersion), newest: true }];
  });
  return [...new Map(served.map((one) => [`${one.lake} ${one.path} ${one.version}`, one])).values()].slice(
    0,
    maxVersions,
  );
}
