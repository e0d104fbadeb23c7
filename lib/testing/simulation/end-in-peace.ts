/** After everybody has ended or died: another actor cleans without any fault, and everything must come to rest (E, H.3). */

import { isVamplateError } from '@/lib/base/errors';
import type { OtherDataset } from '@/lib/engine/cleanup/cleanup-context';
import { noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import type { OutsideReasons } from '@/lib/engine/cleanup/outside-reasons';
import { type DatasetEngine, openEngine } from '@/lib/engine/engine';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { run } from './actors/cleaner';
import type { Ledger } from './ledger';
import type { ScheduleConfig } from './schedule-config';
import type { SimProcess } from './scheduler';
import { at, minuteMs, root } from './world';

export interface Peace {
  readonly config: ScheduleConfig;
  readonly ledger: Ledger;
  readonly otherDatasets: (store: ObjectStore) => Promise<readonly OtherDataset[]>;
  readonly outsideReasons: OutsideReasons;
  /** True time. */
  readonly now: () => number;
}

/** Rounds an ownership apart: the first may only begin to settle what the second ends; after the third all must rest. */
export async function endInPeace(process: SimProcess, peace: Peace): Promise<void> {
  const { store, clock, random } = process;
  const { config, ledger } = peace;
  const engine = openEngine({
    ...{ store, clock, random, clockMarginMs: config.clockMarginMs },
    conditionalDelete: config.conditionalDelete,
    otherDatasets: () => peace.otherDatasets(store),
    outsideReasons: peace.outsideReasons,
  }).dataset(root.key);
  for (let round = 0; round < 3; round += 1) {
    await clock.sleep(17 * minuteMs);
    if (round > 0 && unrest(ledger, peace.now()) === null) return;
    await engine.settlePublications();
    for (const branch of await branchesOf(process, engine)) {
      const policy = { retainVersions: 1, youngGuardMs: 0, taggedVersions: 'keep' } as const;
      const plan = await engine.planCleanup({ ...noFilters, ...policy, branch });
      await run(process, peace, engine, plan, {});
    }
  }
}

/** Main, and the branch that the brancher may have left standing; one whose deletion was begun is finished. */
async function branchesOf({ store }: SimProcess, engine: DatasetEngine): Promise<readonly (string | null)[]> {
  const name = 'dev';
  const reference = await store.head(at(`_refs/branches/${name}.json`));
  const { objects } = await store.list({ prefix: at('_refs/version_lease_gc/') });
  const begun = objects.some(({ key }) => key.endsWith('.committed') && !key.includes('/main/'));
  if (reference.kind === 'found' && !begun) return [null, name];
  try {
    await engine.deleteBranch({ name });
  } catch (error) {
    if (!isVamplateError(error) || error.kind === 'internal') throw error;
  }
  return [null];
}

/** @returns what is left that a finished world must not have */
export function unrest({ facts, excused, heldOutside }: Ledger, now: number): string | null {
  for (const manifest of facts.manifests.values()) {
    // Of a version that was committed parts may be gone when something released came to it: an incident, told as one.
    if (manifest.folder === null && facts.isCommitted(manifest.version)) continue;
    const missing = manifest.needs.find((need) => !facts.present.has(need) && !excused.has(need));
    if (missing !== undefined) return `${manifest.key} is there, and ${missing}, which it needs, is not`;
  }
  for (const marker of facts.markers.values()) {
    const named = [...facts.references.values()].some(({ version }) => version === marker.version);
    const held = named || heldOutside.has(marker.version) || needed(facts, marker.version);
    // A commit is never undone: while something released holds its version, it waits.
    if (held && marker.marker !== 'draining' && facts.isCommitted(marker.version)) continue;
    return `${marker.key} was left behind`;
  }
  for (const intent of facts.intents.values()) return `${intent.key} was left behind`;
  for (const lease of facts.leases.values()) {
    const gone = ![...facts.manifests.values()].some(
      ({ folder, version }) => folder === null && version === lease.version,
    );
    if (gone && lease.namespace === 'main' && now > lease.endsAt + 60_000)
      return `${lease.key} was left behind`;
  }
  return null;
}

function needed(facts: Ledger['facts'], version: bigint): boolean {
  const own = [...facts.manifests.values()].find((one) => one.folder === null && one.version === version);
  return (
    own !== undefined &&
    [...facts.manifests.values()].some(
      (one) =>
        one !== own &&
        one.folder !== null &&
        one.version >= version &&
        one.needs.some((need) => own.needs.includes(need)),
    )
  );
}
