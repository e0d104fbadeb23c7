/** One schedule from one seed: a world, its actors, and what became of them. The same seed gives the same trace. */
import { formatVersionName } from '@/lib/engine/lance/version-names';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { countedProtocol } from './counted-protocol';
import { Ledger } from './ledger';
import { mutants, type Protocol, realProtocol } from './protocol';
import { readVersions } from './reader-actor';
import { retireVersions } from './retirer-actor';
import { drawConfig } from './schedule-config';
import { Scheduler, type SimProcess } from './scheduler';

export interface ScheduleResult {
  readonly seed: number;
  /** Named invariant that broke, or null. */
  readonly violation: string | null;
  readonly calls: number;
  readonly faults: number;
  readonly steps: number;
  /** At least 5 actors, 80 store calls and one fault: only such a schedule proves anything. */
  readonly counts: boolean;
  readonly trace: readonly string[];
  readonly hits: ReadonlyMap<string, number>;
}

const root = datasetRoot('', 'lake/events');
const hour = 60 * 60_000;

/** @param mutant name of a changed rule, null for the protocol as it is */
export async function runSchedule(seed: number, mutant: string | null = null): Promise<ScheduleResult> {
  const random = new SeededRandom(seed);
  const config = drawConfig(random);
  const ledger = new Ledger(root.key, config);
  const scheduler = new Scheduler(config, random.fork(), ledger);
  const { listPrecisionMs, headPrecisionMs, honoursDeleteIfMatch, maxTtlMs, clockMarginMs } = config;
  const store = openMemoryStore({
    now: () => scheduler.storeNow(),
    listPrecisionMs,
    headPrecisionMs,
    honoursDeleteIfMatch,
  });
  const hits = new Map<string, number>();
  const hit = (what: string) => void hits.set(what, (hits.get(what) ?? 0) + 1);

  const places: [VersionPlace, VersionPlace] = [placeOf(1n), placeOf(2n)];
  for (const place of places) await store.create(manifestKey(place), new Uint8Array([1]));
  /** One in nine tries is for a version that is gone. */
  const wanted: [VersionPlace, ...VersionPlace[]] = [placeOf(3n), ...places, ...places, ...places, ...places];
  const versions = places.map((place) => ({
    version: place.version,
    manifestPaths: [manifestKey(place)],
  }));
  const protocolOf = ({ clock }: SimProcess): Protocol =>
    countedProtocol(
      mutant === null ? realProtocol : (mutants[mutant]?.(clock) ?? unknownMutant(mutant)),
      hit,
    );

  const reader = (startsAfterMs: number) => (process: SimProcess) =>
    readVersions(process, protocolOf(process), ledger, {
      places: wanted,
      rounds: 5,
      maxTtlMs,
      startsAfterMs,
      msUntilSomethingEnds: () => scheduler.msUntilSomethingEnds(),
      hit,
    });
  const retirer = (pauseMs: number, dawdles: number) => (process: SimProcess) =>
    retireVersions(process, protocolOf(process), {
      root,
      versions,
      attempts: 4,
      pauseMs,
      dawdles,
      clockMarginMs,
      hit,
    });
  scheduler.start('reader a', store, reader(0));
  scheduler.start('reader b', store, reader(1_000));
  scheduler.start('reader c', store, reader(maxTtlMs));
  scheduler.start('late reader', store, reader(hour));
  scheduler.start('cleaner', store, retirer(2 * maxTtlMs, 0));
  scheduler.start('slow cleaner', store, retirer(10 * maxTtlMs, 0.5));
  await scheduler.run();

  const { calls, faults, trace, violation } = scheduler;
  const counts = scheduler.actorCount >= 5 && calls >= 80 && faults >= 1;
  return { seed, violation, calls, faults, steps: trace.length, counts, trace, hits };
}

function placeOf(version: bigint): VersionPlace {
  return { root, namespace: 'main', branch: null, version };
}

function manifestKey(place: VersionPlace): string {
  return `${root.key}/_versions/${formatVersionName('v2', place.version)}`;
}

function unknownMutant(name: string): never {
  throw new RangeError(`no mutant is called ${name}: ${Object.keys(mutants).join(', ')}`);
}
