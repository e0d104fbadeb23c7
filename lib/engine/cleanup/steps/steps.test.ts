/** One retirement step by step: what each leaves in the store, and what stops it (E, G.2, H.3). */
import { describe, expect, it } from 'vitest';
import { cleanupRules } from '@/lib/engine/cleanup/census-rules';
import type { RetirementRun } from '@/lib/engine/cleanup/retirement-run';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import { type LeaseStage, leaseStage } from '@/lib/testing/lease-stage';
import { ManualClock } from '@/lib/testing/manual-clock';
import { cancel } from './cancel';
import { commit } from './commit';
import { fence } from './fence';
import { leaseCensus } from './lease-census';
import { seal } from './seal';

const { drainCensus, sealCensus } = cleanupRules;

async function stageWithRun(clockMarginMs = 0) {
  const stage = await leaseStage();
  const clock = new ManualClock();
  const run: RetirementRun = {
    store: stage.store,
    clock,
    root: stage.root,
    namespace: 'main',
    markerOperationId: 'c'.repeat(32),
    abandoned: stage.abandoned,
    clockMarginMs,
    rules: cleanupRules,
  };
  const versions = [{ version: 42n, manifestPaths: [stage.manifestKey] }];
  return { stage, run, clock, versions };
}
const acquire = (stage: LeaseStage, ttlMs: number) => acquireLease(stage.context, stage.place, { ttlMs });

describe('a retirement nobody stands against', () => {
  it('goes from draining over sealed to committed, each marker replacing the one before', async () => {
    const { stage, run, versions } = await stageWithRun();
    const fenced = await fence(run, versions);
    expect(await stage.markerKeys()).toEqual([stage.markerKey('draining', 'c')]);
    const first = await leaseCensus(run, fenced, drainCensus);
    expect(first).toEqual({ free: fenced, held: [] });
    const sealed = await seal(run, first.free);
    expect(await stage.markerKeys()).toEqual([stage.markerKey('sealed', 'c')]);
    const second = await leaseCensus(run, sealed, sealCensus);
    expect(await commit(run, second.free)).toEqual({
      ...{ committed: second.free, undecided: [] },
      ...{ refused: [], failure: null },
    });
    expect(await stage.markerKeys()).toEqual([stage.markerKey('committed', 'c')]);
    const body = await stage.bare.get(stage.markerKey('committed', 'c'), { maxBytes: 1000 });
    expect(body.kind === 'found' && new TextDecoder().decode(body.body)).toBe(
      `{"manifest_paths":["${stage.manifestKey}"]}`,
    );
    // Fence and listing, census, seal and listing and drains, census, commit and seals.
    expect(stage.meter.requests).toBe(9);
  });
});

describe('leases', () => {
  it('2. newly_acquired_lease_survives_cleaner_clock_skew', async () => {
    const { stage, run, versions, clock } = await stageWithRun();
    await acquire(stage, 60_000);
    // The cleaner's host is a minute and more ahead; only storage times matter.
    clock.advance(120_000);
    const { free, held } = await leaseCensus(run, await fence(run, versions), drainCensus);
    expect(free).toEqual([]);
    expect(held).toMatchObject([{ version: { version: 42n }, by: [{ ttlMicros: 60_000_000n }] }]);
  });
  it.each([
    [0, 10_999, 'held'],
    [0, 11_000, 'free'],
    [5_000, 15_999, 'held'],
    [5_000, 16_000, 'free'],
  ])('with a margin of %s ms, one of 10 s is %s ms later: %s', async (margin, later, result) => {
    const { stage, run, versions } = await stageWithRun(margin);
    await acquire(stage, 10_000);
    stage.time.now += later;
    const census = await leaseCensus(run, await fence(run, versions), drainCensus);
    expect(census.held.length > 0 ? 'held' : 'free').toBe(result);
    expect(await stage.leaseKeys()).toHaveLength(result === 'held' ? 1 : 0);
  });
  it('of other versions are neither counted nor removed', async () => {
    const { stage, run, versions } = await stageWithRun();
    const other = { ...stage.place, version: 41n };
    await stage.bare.create(stage.manifestKey.replace('573.', '574.'), new Uint8Array([1]));
    await acquireLease(stage.context, other, { ttlMs: 1 });
    stage.time.now += 10_000;
    expect((await leaseCensus(run, await fence(run, versions), drainCensus)).free).toHaveLength(1);
    expect(await stage.leaseKeys()).toHaveLength(1);
  });
  it('that cannot be read stop the run', async () => {
    const { stage, run, versions } = await stageWithRun();
    await stage.bare.create('lake/events/_refs/version_leases/main/notes.txt', new Uint8Array());
    await expect(leaseCensus(run, await fence(run, versions), drainCensus)).rejects.toMatchObject({
      kind: 'corrupt',
    });
  });
  it('1. raced_active_lease_remains_renewable, and after the cancellation all is open again', async () => {
    const { stage, run, versions } = await stageWithRun();
    const lease = await acquire(stage, 60_000);
    const fenced = await fence(run, versions);
    await lease.renew();
    const { held } = await leaseCensus(run, fenced, drainCensus);
    expect(held).toHaveLength(1);
    expect(
      await cancel(
        run,
        held.map(({ version }) => version),
      ),
    ).toEqual([]);
    expect(await stage.markerKeys()).toEqual([]);
    await acquire(stage, 60_000);
  });
});

describe('what stops a run', () => {
  it('a drain that was taken away before it was seen', async () => {
    const { stage, run, versions } = await stageWithRun();
    stage.beforeCalls(async (call) => {
      if (call.verb === 'list') await stage.bare.delete(stage.markerKey('draining', 'c'));
    });
    await expect(fence(run, versions)).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it.each([
    [900_999, 'sealed'],
    [901_000, 'failed'],
  ])('a seal %s ms after its drain: %s', async (later, result) => {
    const { stage, run, versions } = await stageWithRun();
    const fenced = await fence(run, versions);
    stage.time.now += later;
    const sealing = await seal(run, fenced).then(
      () => 'sealed',
      () => 'failed',
    );
    expect(sealing).toBe(result);
    await cancel(run, versions);
    expect(await stage.markerKeys()).toEqual([]);
  });
  it.each(['lost_before', 'lost_after', 'refused'] as const)(
    'a cancellation whose answer is %s once leaves nothing that refuses renewals',
    async (fault) => {
      const { stage, run, versions } = await stageWithRun();
      await seal(run, await fence(run, versions));
      let times = 1;
      stage.failWhen((call) => (call.verb === 'deleteBatch' && times-- > 0 ? fault : null));
      expect(await cancel(run, versions)).toEqual([]);
      expect(await stage.markerKeys()).toEqual([]);
    },
  );
  it('5. a cancelled drain that could not be deleted blocks nobody in this process', async () => {
    const { stage, run, versions } = await stageWithRun();
    await fence(run, versions);
    stage.failWhen((call) => (call.verb === 'deleteBatch' ? 'lost_before' : null));
    expect(await cancel(run, versions)).toHaveLength(2);
    expect(await stage.markerKeys()).toHaveLength(1);
    stage.failWhen(null);
    await acquire(stage, 1);
    expect(await stage.markerKeys()).toEqual([]);
  });
});

describe('a commit whose answer is lost (D1)', () => {
  type Fault = 'lost_before' | 'lost_after' | 'refused';
  async function committing(faults: readonly Fault[]) {
    const { stage, run, clock, versions } = await stageWithRun();
    const sealed = await seal(run, await fence(run, versions));
    const left = [...faults];
    stage.failWhen((call) =>
      call.verb === 'create' && call.key.endsWith('.committed') ? (left.shift() ?? null) : null,
    );
    let done = false;
    const result = commit(run, sealed).finally(() => {
      done = true;
    });
    for (let turn = 0; !done && turn < 1_000; turn += 1) {
      clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { stage, result: await result };
  }
  const often = (what: Fault, times: number): readonly Fault[] => Array.from({ length: times }, () => what);
  it.each([
    ['lost_before', 1],
    ['lost_after', 1],
    ['lost_after', 3],
    ['refused', 2],
  ] as const)('%s, %s times: sent again until it is definite', async (fault, times) => {
    const { stage, result } = await committing(often(fault, times));
    expect(result).toMatchObject({ committed: [{ version: 42n }], undecided: [] });
    expect(await stage.markerKeys()).toEqual([stage.markerKey('committed', 'c')]);
  });
  it.each([
    ['never answered', often('lost_before', 6)],
    ['refused after one without answer', ['lost_before', ...often('refused', 5)]],
  ] as const)('%s: undecided, and the seal stays', async (_, faults) => {
    const { stage, result } = await committing(faults);
    expect(result).toMatchObject({ committed: [], undecided: [{ version: 42n }], refused: [] });
    expect(await stage.markerKeys()).toEqual([stage.markerKey('sealed', 'c')]);
  });
  it('refused every time: surely without a commit, for the caller to cancel', async () => {
    const { result } = await committing(often('refused', 6));
    expect(result).toMatchObject({ committed: [], undecided: [], refused: [{ version: 42n }] });
  });
  it.each([
    [[], 'refused'],
    [['lost_before'], 'undecided'],
  ] as const)('taken by other bytes after %j: %s', async (before, ending) => {
    const { stage, run, clock, versions } = await stageWithRun();
    const sealed = await seal(run, await fence(run, versions));
    await stage.bare.create(stage.markerKey('committed', 'c'), new Uint8Array([1]));
    const left: Fault[] = [...before];
    stage.failWhen((call) => (call.verb === 'create' ? (left.shift() ?? null) : null));
    const result = commit(run, sealed);
    for (let turn = 0; turn < 20; turn += 1) {
      clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const none = { committed: [], undecided: [], refused: [], failure: null };
    expect(await result).toMatchObject({ ...none, [ending]: [{ version: 42n }] });
  });
});
