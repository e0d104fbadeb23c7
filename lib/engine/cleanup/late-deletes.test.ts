/** Deletes that had no answer and land when their run is over: the next run names what they took (D16, D20). */
import { describe, expect, it } from 'vitest';
import { type CleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { history } from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const manifestKey = (stage: CleanupStage, version: bigint) =>
  stage.key(`_versions/${2n ** 64n - 1n - version}.manifest`);
const tag = (stage: CleanupStage, version = 1n) =>
  stage.put(
    '_refs/tags/late.json',
    JSON.stringify({ branch: null, version: Number(version), manifestSize: 1 }),
  );
const clean = async (stage: CleanupStage) =>
  runCleanup(stage.context, await planCleanup(stage.context, keeping(1, { taggedVersions: 'keep' })));

/** No delete of the key is answered in this run; @returns what lands them. */
async function unanswered(stage: CleanupStage, key: string): Promise<() => Promise<void>> {
  const late: (() => Promise<unknown>)[] = [];
  stage.failWhen((call: StoreCall) => {
    if (!call.verb.startsWith('delete') || !call.keys.includes(key)) return null;
    late.push(call.effect);
    return 'lost_before';
  });
  await clean(stage);
  stage.failWhen(null);
  expect(late.length).toBeGreaterThan(0);
  return async () => {
    for (const land of late) await land();
  };
}

describe('D20 a delete that lands when its run is over', () => {
  it('of a manifest that a tag names by then is named as an incident once, and finalized', async () => {
    const stage = await history(3);
    const land = await unanswered(stage, manifestKey(stage, 1n));
    await tag(stage);
    await land();
    const report = await clean(stage);
    expect(report).toMatchObject({ outcome: 'incident', incidents: [{ version: 1n }] });
    expect((await stage.entries('_refs/version_')).filter((entry) => !entry.endsWith('_clock'))).toEqual([]);
    expect((await clean(stage)).outcome).toBe('completed');
  });

  it('of a manifest that a tag kept in the run between is named by the run after it', async () => {
    const stage = await history(3);
    const land = await unanswered(stage, manifestKey(stage, 1n));
    await tag(stage);
    // The manifest stands, its data is gone: an incident already.
    expect((await clean(stage)).outcome).toBe('incident');
    await land();
    expect(await clean(stage)).toMatchObject({ outcome: 'incident', incidents: [{ version: 1n }] });
  });

  it('of a manifest that nothing names is none', async () => {
    const stage = await history(3);
    const land = await unanswered(stage, manifestKey(stage, 1n));
    await land();
    expect(await clean(stage)).toMatchObject({ outcome: 'completed', incidents: [], failure: null });
  });
});

describe('D16 a committed version that a tag keeps since its run is over', () => {
  it('and that lost a file is named as an incident by every run, with what is missing', async () => {
    const stage = await history(3);
    await unanswered(stage, manifestKey(stage, 1n));
    await tag(stage);
    for (const _ of ['first', 'second']) {
      const report = await clean(stage);
      expect(report.outcome).toBe('incident');
      expect(report.incidents[0]?.missingKeys).toContain(`data/${fileOf(1n)}`);
      expect(report.incidents[0]?.missingKeys).not.toContain('data/shared.lance');
    }
  });

  it('and that lost nothing is none', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const stop = new AbortController();
    const onProgress = ({ step }: { step: string }) => step === 'commit' && stop.abort();
    expect((await runCleanup(stage.context, plan, { signal: stop.signal, onProgress })).outcome).toBe(
      'stopped',
    );
    await tag(stage);
    expect(await clean(stage)).toMatchObject({ outcome: 'completed', incidents: [] });
    expect(await stage.versions()).toEqual([1n, 3n]);
  });
});
