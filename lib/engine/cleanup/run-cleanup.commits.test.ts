/** What a run makes of commits that are refused, stay open or are never sent: each version by what is certain (D1, G.2). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { markerFolder } from '@/lib/engine/retirement/marker-names';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { type CleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { history } from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const commitsOf = (version: bigint) => (call: StoreCall) =>
  call.verb === 'create' && call.key.includes(`/${version}/`) && call.key.endsWith('.committed');

async function kinds(stage: CleanupStage, version: bigint): Promise<readonly string[]> {
  const entries = await stage.entries(markerFolder('main', version));
  return entries.map((entry) => entry.slice(entry.lastIndexOf('.') + 1)).sort();
}

async function finishes(stage: CleanupStage): Promise<void> {
  stage.beforeCalls(null);
  stage.failWhen(null);
  const report = await runCleanup(stage.context, await planCleanup(stage.context, keeping(1)));
  expect(report).toMatchObject({ outcome: 'completed', incidents: [], markersLeft: [] });
  expect((await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock'))).toEqual([]);
  expect(await stage.versions()).toEqual([4n]);
}

it('one that is refused every time is cancelled, and the others go', async () => {
  const stage = await history(4);
  const plan = await planCleanup(stage.context, keeping(1));
  stage.failWhen((call) => (commitsOf(2n)(call) ? 'refused' : null));
  const report = await runCleanup(stage.context, plan);
  expect(report).toMatchObject({
    outcome: 'completed',
    retired: [1n, 3n],
    left: [{ version: 2n, reason: 'refused_commit' }],
    markersLeft: [],
  });
  expect(await kinds(stage, 2n)).toEqual([]);
  await finishes(stage);
});

it('one whose name other bytes have is cancelled; what they are stops the run', async () => {
  const stage = await history(4);
  const plan = await planCleanup(stage.context, keeping(1));
  const other = encodeMarkerRecord([`${stage.root.path}/_versions/${2n ** 64n - 5n}.manifest`]);
  stage.beforeCalls(async (call) => {
    if (commitsOf(2n)(call)) await stage.bare.create(call.key, other);
  });
  const report = await runCleanup(stage.context, plan);
  expect(report).toMatchObject({ outcome: 'failed', retired: [], objectsDeleted: 0 });
  expect(report.left.map(({ reason }) => reason)).toEqual(['not_reached', 'refused_commit', 'not_reached']);
  expect(await kinds(stage, 2n)).toEqual(['committed']);
});

it('one without answer keeps its seal and is neither cancelled nor deleted; the next run goes on', async () => {
  const stage = await history(4);
  const plan = await planCleanup(stage.context, keeping(1));
  stage.failWhen((call) => (commitsOf(2n)(call) ? 'lost_before' : null));
  const report = await runCleanup(stage.context, plan);
  expect(report).toMatchObject({ retired: [1n, 3n], left: [{ version: 2n, reason: 'undecided_commit' }] });
  expect(await kinds(stage, 2n)).toEqual(['sealed']);
  expect(report.markersLeft.map((key) => key.slice(key.lastIndexOf('.') + 1))).toEqual([
    'sealed',
    'committed',
  ]);
  await finishes(stage);
});

describe('an error between two commits', () => {
  it.each([
    ['of the kind that proves that nothing was written', new VamplateError('unsupported', 'No.'), []],
    ['that nobody expects', new TypeError('?'), ['sealed']],
  ] as const)('%s: what was never sent is open again, what is committed stays', async (_, error, second) => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    stage.beforeCalls(async (call) => {
      if (commitsOf(2n)(call)) throw error;
    });
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ outcome: 'failed', retired: [], objectsDeleted: 0 });
    expect(await kinds(stage, 1n)).toEqual(['committed', 'sealed']);
    expect(await kinds(stage, 2n)).toEqual(second);
    expect(await kinds(stage, 3n)).toEqual([]);
    const [third] = report.left.filter(({ version }) => version === 3n);
    expect(third?.reason).toBe('not_reached');
    const markers = [...(await stage.entries('_refs/version_lease_gc/'))].filter(
      (one) => !one.endsWith('_clock'),
    );
    for (const entry of markers) expect(report.markersLeft).toContain(stage.key(entry));
    await finishes(stage);
  });

  it('also when taking them back fails: the first error is told, and every marker', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    stage.beforeCalls(async (call) => {
      if (commitsOf(2n)(call)) throw new VamplateError('unsupported', 'The first.');
      if (
        call.verb === 'deleteBatch' &&
        call.keys.some((key) => key.includes('/2/') && key.endsWith('.sealed'))
      )
        throw new VamplateError('internal', 'The second.');
    });
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ outcome: 'failed', failure: { sentence: 'The first.' } });
    for (const version of [2n, 3n])
      for (const entry of await stage.entries(markerFolder('main', version)))
        expect(report.markersLeft).toContain(stage.key(entry));
    await finishes(stage);
  });

  it('of whoever is told of the progress, right before the first commit: all is open again', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    const onProgress = ({ step }: { step: string }) => {
      if (step === 'commit') throw new RangeError('?');
    };
    expect(await runCleanup(stage.context, plan, { onProgress })).toMatchObject({ outcome: 'failed' });
    for (const version of [1n, 2n, 3n]) expect(await kinds(stage, version)).toEqual([]);
  });
});
