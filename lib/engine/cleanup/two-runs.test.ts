/** Two runs at once, over one plan or over two, one store call at a time in seeded order: harmless, and a later run finishes (D19). */
import { describe, expect, it } from 'vitest';
import { isVamplateError } from '@/lib/base/errors';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import { leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import type { CleanupContext } from './cleanup-context';
import type { CleanupReport } from './cleanup-report';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';
import { ManifestMemory } from './survey/manifest-memory';

const newest = 8n;
const pairOf = (version: bigint) => `pair-${(version + 1n) / 2n}.lance`;
const manifestOf = (version: bigint) => `_versions/${2n ** 64n - 1n - version}.manifest`;

/** Version `v` needs a file of its own, one that a neighbour needs too, and one that all need. */
const needsOf = (version: bigint) =>
  ['shared.lance', pairOf(version), fileOf(version)].map((name) => `data/${name}`);

async function history(): Promise<CleanupStage> {
  const stage = await cleanupStage();
  await stage.put('data/shared.lance');
  for (let version = 1n; version <= newest; version += 1n) {
    if (version % 2n === 1n) await stage.put(`data/${pairOf(version)}`);
    await stage.put(`data/${fileOf(version)}`);
    const files = needsOf(version).map((entry) => ({ path: entry.slice('data/'.length) }));
    await stage.putManifest({ version, fragments: [{ id: Number(version), files }] });
    stage.time.now += 60_000;
  }
  return stage;
}

/** Processes whose calls wait until the seed lets one of them happen. */
class Interleaver {
  private waiting: (() => Promise<void>)[] = [];
  private busy = 0;
  calls = 0;

  constructor(
    private readonly stage: CleanupStage,
    private readonly random: SeededRandom,
    private readonly faultRate: number,
    private readonly jumpRate: number,
  ) {}

  /** As another process has it: nothing but the store is shared. */
  context(): CleanupContext {
    const dispatch: Dispatch = (call) =>
      new Promise((resolve) => {
        this.waiting.push(async () => resolve(this.answer(call)));
      });
    return {
      ...this.stage.context,
      ...{ store: faultyStore(this.stage.bare, dispatch, 5), random: this.random.fork() },
      ...{ abandoned: new AbandonedDrains(), memory: new ManifestMemory() },
      bodies: new BoundedBodyCache(1 << 20),
    };
  }

  start<T>(work: () => Promise<T>): Promise<T> {
    this.busy += 1;
    return work().finally(() => {
      this.busy -= 1;
    });
  }

  async run(check: () => Promise<void>): Promise<void> {
    while (this.busy > 0) {
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (this.waiting.length === 0) continue;
      const [next] = this.waiting.splice(this.random.int(this.waiting.length), 1);
      this.calls += 1;
      if (this.calls > 5_000) throw new Error('It does not end.');
      await next?.();
      this.stage.time.now += this.random.chance(this.jumpRate) ? 16 * 60_000 : this.random.int(40);
      await check();
    }
  }

  private async answer<T>(call: StoreCall<T>): Promise<T> {
    if (!call.mutates || !this.random.chance(this.faultRate)) return call.effect();
    if (this.random.chance(0.3)) return call.refused();
    if (this.random.chance(0.5)) await call.effect();
    return call.lost();
  }
}

interface Outcome {
  readonly reports: readonly CleanupReport[];
  readonly stage: CleanupStage;
  readonly leased: bigint | null;
}

interface World {
  /** By each of the two plans. */
  readonly retained: readonly [number, number];
  /** Of changes: refused, or without answer whether they happened or not. */
  readonly faultRate?: number;
  /** Of steps after which more time has passed than anybody owns anything. */
  readonly jumpRate?: number;
  readonly conditionalDelete?: boolean;
}

async function twoRuns(seed: number, world: World): Promise<Outcome> {
  const { retained, faultRate = 0, jumpRate = 0, conditionalDelete = true } = world;
  const stage = await history();
  const random = new SeededRandom(seed);
  const both = new Interleaver(stage, random, faultRate, jumpRate);
  const plans = await Promise.all(retained.map((count) => planCleanup(stage.context, keeping(count))));
  const runs = plans.map((plan) => {
    const context = { ...both.context(), conditionalDelete };
    return both.start(() => runCleanup(context, plan).catch(unlessStale));
  });
  const version = BigInt(1 + random.int(Number(newest)));
  let leased: bigint | null = null;
  const reader = both.start(async () => {
    const { root, namespace, branch } = { root: stage.root, namespace: 'main', branch: null };
    const place = { root, namespace, branch, version };
    // Somewhere in between.
    for (let wait = random.int(60); wait > 0; wait -= 1)
      await new Promise((resolve) => setImmediate(resolve));
    await acquireLease({ ...both.context(), rules: leaseRules }, place, { ttlMs: 86_400_000 })
      .then(() => {
        leased = version;
      })
      .catch((error: unknown) => {
        if (!isVamplateError(error)) throw error;
      });
  });
  const stay = BigInt(Math.min(...retained));
  await both.run(async () => {
    const entries = new Set(await stage.entries());
    for (let one = newest - stay + 1n; one <= newest; one += 1n) expectWhole(entries, one);
    if (leased !== null) expectWhole(entries, leased);
  });
  const reports = (await Promise.all(runs)).flatMap((report) => (report === null ? [] : [report]));
  await reader;
  return { reports, stage, leased };
}

function expectWhole(entries: ReadonlySet<string>, version: bigint): void {
  for (const entry of [manifestOf(version), ...needsOf(version)])
    if (!entries.has(entry)) throw new Error(`Version ${version} is kept and ${entry} is gone.`);
}

/** What the one keeps the other may have deleted before it began (D11). */
function unlessStale(error: unknown): null {
  if (isVamplateError(error) && error.kind === 'conflict') return null;
  // Nothing was written yet: it could not even begin.
  if (isVamplateError(error) && error.kind === 'unavailable') return null;
  throw error;
}

/** Somebody later: once whoever was at work owns nothing any more, and again when the lease is over. */
async function finish({ stage, leased }: Outcome, retained: number): Promise<void> {
  for (const later of [16 * 60_000, 2 * 86_400_000]) {
    stage.time.now += later;
    const report = await runCleanup(stage.context, await planCleanup(stage.context, keeping(retained)));
    expect(report).toMatchObject({ outcome: 'completed', incidents: [], markersLeft: [] });
    if (later < 86_400_000 && leased !== null) expectWhole(new Set(await stage.entries()), leased);
  }
  const stay = Array.from({ length: retained }, (_, at) => newest - BigInt(retained - 1 - at));
  expect(await stage.versions()).toEqual(stay);
  expect([...(await stage.entries('data/'))].sort()).toEqual([...new Set(stay.flatMap(needsOf))].sort());
  const leftLease = leased !== null && stay.includes(leased) ? 1 : 0;
  const lifecycle = (await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock'));
  expect(lifecycle.length, lifecycle.join(' ')).toBeLessThanOrEqual(leftLease);
}

describe.each<[string, World]>([
  ['one plan', { retained: [2, 2] }],
  ['two plans', { retained: [2, 4] }],
  ['one plan without conditional delete', { retained: [2, 2], conditionalDelete: false }],
  ['one plan, with answers lost and time gone', { retained: [2, 2], faultRate: 0.03, jumpRate: 0.003 }],
  ['two plans, with answers lost and time gone', { retained: [2, 5], faultRate: 0.03, jumpRate: 0.003 }],
])('two runs over %s', (_, world) => {
  it('delete nothing that is kept, both end, and a later run leaves nothing behind', async () => {
    const seen = { both: 0, leased: 0, left: 0 };
    for (let seed = 1; seed <= 14; seed += 1) {
      const outcome = await twoRuns(seed, world).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
      });
      const { reports, leased } = outcome;
      for (const report of reports) expect(report.incidents, `seed ${seed}`).toEqual([]);
      if (reports.every(({ retired }) => retired.length > 0)) seen.both += 1;
      if (leased !== null) seen.leased += 1;
      if (reports.some(({ left }) => left.length > 0)) seen.left += 1;
      await finish(outcome, world.retained[0]);
    }
    // Otherwise they were not at work at once, or met nobody.
    expect(Math.min(seen.both, seen.leased, seen.left), JSON.stringify(seen)).toBeGreaterThan(0);
  });
});
