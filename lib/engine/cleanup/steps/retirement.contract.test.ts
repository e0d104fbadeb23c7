/** Contract tests of single steps: what a cancellation leaves alone, and that like times are compared with like (section I; D18). */
import { expect, it } from 'vitest';
import { cleanupRules } from '@/lib/engine/cleanup/census-rules';
import type { RetirementRun } from '@/lib/engine/cleanup/retirement-run';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import { type LeaseStageOptions, leaseStage } from '@/lib/testing/lease-stage';
import { ManualClock } from '@/lib/testing/manual-clock';
import { cancel } from './cancel';
import { commit } from './commit';
import { fence } from './fence';
import { leaseCensus } from './lease-census';
import { seal } from './seal';

const { drainCensus, sealCensus } = cleanupRules;

async function stageWithRun(options: LeaseStageOptions = {}) {
  const stage = await leaseStage(options);
  const run: RetirementRun = {
    ...{ store: stage.store, root: stage.root, abandoned: stage.abandoned },
    clock: new ManualClock(),
    namespace: 'main',
    markerOperationId: 'c'.repeat(32),
    clockMarginMs: 0,
    rules: cleanupRules,
  };
  const versions = [{ version: 42n, manifestPaths: [stage.manifestKey] }];
  const acquire = (ttlMs: number) => acquireLease(stage.context, stage.place, { ttlMs });
  return { stage, run, versions, acquire };
}

it('14. draining does not stop renewal, and both censuses see the renewed lease', async () => {
  const { stage, run, versions, acquire } = await stageWithRun();
  const lease = await acquire(10_000);
  const fenced = await fence(run, versions);
  stage.time.now += 10_000;
  await lease.renew();
  // Its first duration would be over by now.
  stage.time.now += 5_000;
  const again = await fence({ ...run, markerOperationId: 'd'.repeat(32) }, versions);
  expect((await leaseCensus(run, again, drainCensus)).held).toMatchObject([
    { by: [{ key: expect.anything() }] },
  ]);
  const sealed = await seal(run, fenced);
  const { held } = await leaseCensus(run, sealed, sealCensus);
  expect(held.map(({ by }) => by.map(({ key }) => key))).toEqual([await stage.leaseKeys()]);
});

it('17. a committed retirement survives a cancellation of everything, and rejects acquiring', async () => {
  const { stage, run, versions, acquire } = await stageWithRun();
  await commit(run, await seal(run, await fence(run, versions)));
  expect(await cancel(run, versions)).toEqual([]);
  expect(await stage.markerKeys()).toEqual([stage.markerKey('committed', 'c')]);
  await expect(acquire(1_000)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('is retiring'),
  });
  expect(await stage.leaseKeys()).toEqual([]);
});

it('20. a drain exactly at its expiry instant is taken over by a reader, and a moment before it is not', async () => {
  const { stage, run, versions, acquire } = await stageWithRun();
  await fence(run, versions);
  stage.time.now += 900_999;
  await expect(acquire(1_000)).rejects.toMatchObject({ kind: 'refused' });
  stage.time.now += 1;
  await acquire(1_000);
  expect(await stage.markerKeys()).toEqual([]);
});

it.each([
  [1_549, 'held'],
  [1_550, 'free'],
])('D18 both times come from listings: a lease ending at 1,550 ms is at %s ms %s', async (later, result) => {
  // HEAD cuts to whole seconds here: one HEAD among the two times would shift the boundary by 900 or by 450 ms.
  const { stage, run, versions, acquire } = await stageWithRun({ headPrecisionMs: 1_000 });
  stage.time.now += 900;
  await acquire(550);
  stage.time.now += later;
  const before = stage.calls.length;
  const fenced = await fence(run, versions);
  expect(fenced[0]?.markedAt).toBe(stage.time.now);
  const census = await leaseCensus(run, fenced, drainCensus);
  expect(census.held.length > 0 ? 'held' : 'free').toBe(result);
  expect(stage.calls.slice(before).filter((call) => call.startsWith('head'))).toEqual([]);
});

it('D18 the seals too: a drain 900,999 ms older by the listing was owned, whatever single answers say', async () => {
  const { stage, run, versions } = await stageWithRun({ headPrecisionMs: 1_000 });
  stage.time.now += 999;
  const fenced = await fence(run, versions);
  stage.time.now += 900_999;
  const before = stage.calls.length;
  expect((await seal(run, fenced))[0]?.markedAt).toBe(stage.time.now);
  expect(stage.calls.slice(before).filter((call) => call.startsWith('head'))).toEqual([]);
});
