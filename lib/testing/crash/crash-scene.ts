/** What a cleanup that dies finds: three versions to go, one tagged, one leased, the latest, and what dead actors left. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import { type DatasetEngine, type EngineOptions, openEngine } from '@/lib/engine/engine';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';
import { readNeeds } from '@/lib/testing/lance-scenarios/roles';
import { Ages, type AgesByKey } from './ages';
import type { CrashPlace, Kept } from './crash-place';
import { goingVersions, isAnchor, manifestKey, neverTag, orphan, tableRoot } from './crash-table';
import { listAll } from './list-all';
import { mortalStore } from './mortal-store';

const dayMs = 86_400_000;
/** 15 minutes and a second, the margin of the clocks, and a second for stores that keep whole ones (E, D12). */
export const pastOwnershipMs = 15 * 60_000 + 1_000 + 5_000 + 1_000;
export const policy: CleanupPolicy = { ...noFilters, retainVersions: 1, taggedVersions: 'keep' };
const beside = 'other.lance/data/not-ours.lance';

export interface CrashScene {
  readonly place: CrashPlace;
  /** As the plan knows it. */
  readonly start: Kept;
  readonly plan: CleanupPlan;
  readonly ages: AgesByKey;
  /** What must be there whatever dies when, and at the end nothing else but clocks. */
  readonly survivors: ReadonlyMap<string, ETag>;
  /** Keys that a version which goes needs and none that stays does. */
  readonly own: ReadonlyMap<bigint, ReadonlySet<string>>;
}

/** `untouched`: nobody retired anything. `half_done`: dead runs left one version without manifest and one committed. */
export type Past = 'untouched' | 'half_done';

export function engineOn(store: ObjectStore, more: Partial<EngineOptions> = {}): DatasetEngine {
  return openEngine({
    ...{ store, clock: systemClock, random: systemRandom, conditionalDelete: true },
    ...more,
  }).dataset(tableRoot);
}

export async function makeScene(
  place: CrashPlace,
  history: ReadonlyMap<string, Uint8Array>,
  past: Past,
): Promise<CrashScene> {
  const bare = place.open();
  const ages = new Ages();
  const store = ages.over(bare);
  await store.put(orphan, new Uint8Array(5));
  await ages.grow(bare, 6 * dayMs);
  for (const [key, body] of history) await store.put(key, body);
  await store.put(beside, new Uint8Array(7));
  const before = await readNeeds(store);
  const engine = engineOn(store);
  await engine.createTag({ name: 'release', branch: null, version: 2n });
  await engine.moveTag({ name: 'release', branch: null, version: 4n });
  await engine.acquireLease({ branch: null, version: 5n }, { ttlMs: 30 * dayMs });
  const lasting = new Map((await listAll(bare)).map(({ key, etag }) => [key, etag]));
  await engine.acquireLease({ branch: null, version: 1n }, { ttlMs: dayMs });
  if (past === 'half_done') await retireInPart(store, [...history.keys()]);
  // Of the files of the table none is 7 days old: what a run loses sight of stays, and is seen to stay.
  await ages.grow(bare, 2 * dayMs);
  const plan = await engineOn(store).planCleanup(policy);
  await announceAndDie(store);
  await ages.grow(bare, pastOwnershipMs);
  const start = await place.take();

  const needed = (version: bigint) => {
    const needs = before.byVersion.get(`${tableRoot}:${version}`);
    if (needs === undefined) throw new Error(`version ${version} is not there`);
    return (key: string) => needs.keys.has(key) || needs.folders.some((folder) => key.startsWith(folder));
  };
  const stays = [4n, 5n, 6n].map(needed);
  const own = new Map(
    goingVersions.map((version) => {
      const needs = needed(version);
      return [
        version,
        new Set([...history.keys()].filter((key) => needs(key) && !stays.some((other) => other(key)))),
      ] as const;
    }),
  );
  const goes = new Set([orphan, ...[...own.values()].flatMap((keys) => [...keys])]);
  const survivors = new Map([...lasting].filter(([key]) => !goes.has(key) && !isAnchor(key)));
  return { place, start, plan, ages: ages.toPlain(), survivors, own };
}

/** A publisher that dies right before its tag is there: its intent and its claim stay. */
async function announceAndDie(store: ObjectStore): Promise<void> {
  const mortal = mortalStore(store, ({ verb, key }) =>
    verb === 'create' && key === neverTag ? 'before' : null,
  );
  const tagged = engineOn(mortal.store).createTag({ name: 'never', branch: null, version: 3n });
  await Promise.race([mortal.died, tagged.then(() => Promise.reject(new Error('the publisher lived')))]);
}

/** One run died after the manifests of version 1, another had sealed it before; version 2 is committed and whole. */
async function retireInPart(store: ObjectStore, keys: readonly string[]): Promise<void> {
  const root = datasetRoot(store.rootPath, tableRoot);
  const mark = async (version: bigint, marker: MarkerKind, run: string) => {
    const name = { namespace: 'main', version, markerOperationId: run.repeat(32), marker };
    const manifest = `${root.path}${manifestKey(version).slice(tableRoot.length)}`;
    const answer = await createMarker(store, root, name, [manifest]);
    if (answer.kind !== 'written') throw new Error('the marker was not written');
  };
  await mark(1n, 'sealed', 'a');
  await mark(1n, 'committed', 'b');
  await mark(2n, 'committed', 'b');
  // Its reader came too late to be told that it holds the version: a lease that was never granted.
  const late = { namespace: 'main', version: 1n, ttlMicros: BigInt(30 * dayMs) * 1_000n, id: 'c'.repeat(32) };
  await store.create(`${tableRoot}/${formatLeaseName(late)}`, new Uint8Array());
  const transactions = keys.filter((key) => key.startsWith(`${tableRoot}/_transactions/0-`));
  await store.deleteBatch([...transactions, manifestKey(1n)]);
}
