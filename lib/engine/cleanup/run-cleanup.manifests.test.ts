/** How a run deletes manifests: each only while it is the planned one, whatever the answers are (D1, D10). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { type CleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { history } from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const manifestKey = (stage: CleanupStage, version: bigint) =>
  stage.key(`_versions/${2n ** 64n - 1n - version}.manifest`);
const deletesManifest = ({ verb, keys }: StoreCall, key: string) =>
  verb.startsWith('delete') && keys.includes(key);
const anew = manifestBytes({ version: 1n, fragments: [{ id: 7, files: [{ path: 'anew.lance' }] }] });

/** The table is made again under the same name. */
async function makeAgain(stage: CleanupStage, key: string): Promise<void> {
  await stage.bare.delete(key);
  await stage.bare.create(key, anew);
}

describe('a manifest that is another one by then', () => {
  it('D10 stays when it changed right before its delete landed', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const key = manifestKey(stage, 1n);
    let done = false;
    stage.beforeCalls(async (call) => {
      if (done || !deletesManifest(call, key)) return;
      done = true;
      await makeAgain(stage, key);
    });
    const report = await runCleanup(stage.context, plan);
    expect(done).toBe(true);
    expect(report).toMatchObject({
      outcome: 'completed',
      retired: [2n],
      left: [{ version: 1n, reason: 'changed' }],
    });
    const found = await stage.bare.get(key, { maxBytes: 100_000 });
    expect(found.kind === 'found' && Buffer.compare(found.body, anew)).toBe(0);
  });

  it('D10 stays when the delete that had no answer lands on it later', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    const key = manifestKey(stage, 1n);
    const late: (() => Promise<unknown>)[] = [];
    stage.failWhen((call) => {
      if (!deletesManifest(call, key)) return null;
      late.push(call.effect);
      return 'lost_before';
    });
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ outcome: 'failed', failure: { kind: 'unavailable' }, retired: [] });
    await makeAgain(stage, key);
    expect(late.length).toBeGreaterThan(1);
    for (const land of late) await land();
    expect(await stage.versions()).toEqual([1n, 2n]);
  });

  it('is told as changed, not as never reached, when the look before the batch finds it', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    let done = false;
    stage.beforeCalls(async (call) => {
      if (done || !call.keys.includes(stage.key(`data/${fileOf(1n)}`))) return;
      done = true;
      await makeAgain(stage, manifestKey(stage, 1n));
    });
    expect(await runCleanup(stage.context, plan)).toMatchObject({
      retired: [2n],
      left: [{ version: 1n, reason: 'changed' }],
    });
    expect(await stage.versions()).toEqual([1n, 3n]);
  });
});

describe('D16 what had no answer is sent again after a fresh look', () => {
  const tag = (stage: CleanupStage) =>
    stage.put('_refs/tags/late.json', JSON.stringify({ branch: null, version: 1, manifestSize: 1 }));

  it.each([
    ['a data file', (stage: CleanupStage) => stage.key(`data/${fileOf(1n)}`), 'completed'],
    ['a manifest', (stage: CleanupStage) => manifestKey(stage, 1n), 'failed'],
  ])('%s that a released tag needs by then is not', async (_, keyOf, outcome) => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const key = keyOf(stage);
    let sent = 0;
    stage.failWhen((call) => {
      if (!deletesManifest(call, key)) return null;
      sent += 1;
      return 'lost_before';
    });
    stage.beforeCalls(async (call) => {
      if (sent === 0 && deletesManifest(call, key)) await tag(stage);
    });
    const report = await runCleanup(stage.context, plan);
    expect(sent).toBe(1);
    expect(report.left[0]).toMatchObject({ version: 1n, reason: 'held' });
    // Parts of it went, or may still go: told, whatever else ended the run.
    expect(report).toMatchObject({ outcome: 'incident', incidents: [{ version: 1n }] });
    expect(report.failure === null).toBe(outcome === 'completed');
    expect(await stage.entries('data/')).toContain('data/shared.lance');
    expect((await stage.bare.head(key)).kind).toBe('found');
  });

  it('and asks who may before each time', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const key = stage.key(`data/${fileOf(1n)}`);
    let frozen = false;
    let sent = 0;
    stage.failWhen((call) => {
      if (!deletesManifest(call, key)) return null;
      sent += 1;
      frozen = true;
      return 'lost_before';
    });
    const beforeBatch = async () => {
      if (frozen) throw new VamplateError('refused', 'The lake is frozen.');
    };
    const report = await runCleanup(stage.context, plan, { beforeBatch });
    expect(sent).toBe(1);
    expect(report).toMatchObject({ outcome: 'failed', failure: { sentence: 'The lake is frozen.' } });
  });
});

describe('answers', () => {
  it.each([
    ['lost_before', 1],
    ['lost_before', 3],
    ['lost_after', 1],
    ['refused', 2],
  ] as const)('%s, %s times: deleted and counted all the same', async (fault, times) => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    let left: number = times;
    stage.failWhen((call) => {
      if (left === 0 || !deletesManifest(call, manifestKey(stage, 1n))) return null;
      left -= 1;
      return fault;
    });
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ outcome: 'completed', retired: [1n], objectsLeft: 0 });
    expect(report.bytesDeleted).toBe(plan.predicted.bytes);
  });

  it('one that another took first is retired and not counted as ours', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    const key = manifestKey(stage, 1n);
    stage.beforeCalls(async (call) => {
      if (deletesManifest(call, key)) await stage.bare.delete(key);
    });
    expect(await runCleanup(stage.context, plan)).toMatchObject({
      outcome: 'completed',
      retired: [1n],
      objectsLeft: 1,
    });
  });
});

it('one request per version under the condition, one batch where the store has none', async () => {
  for (const [conditionalDelete, requests] of [
    [true, 5],
    [false, 1],
  ] as const) {
    const stage = await history(6);
    const context = { ...stage.context, conditionalDelete };
    const plan = await planCleanup(context, keeping(1));
    stage.calls.length = 0;
    expect((await runCleanup(context, plan)).retired).toHaveLength(5);
    const deletes = stage.calls.filter((call) => call.startsWith('delete') && call.includes('/_versions/'));
    expect(deletes).toHaveLength(requests);
  }
});
