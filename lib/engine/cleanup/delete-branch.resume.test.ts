/** Deletions of a branch that stop at any point: a later call finishes what was begun, and nothing that came since (D21). */
import { describe, expect, it } from 'vitest';
import { branchStage, manifestAt } from '@/lib/testing/branch-stage';
import { pastOwnershipMs } from '@/lib/testing/reference-stage';
import { deleteBranch } from './delete-branch';

describe('a later call', () => {
  it('D21 stops when asked, and a later call finishes', async () => {
    const stage = await branchStage();
    const stop = new AbortController();
    const report = await deleteBranch(stage.context, {
      name: 'exp',
      signal: stop.signal,
      onProgress: ({ step }) => step === 'delete' && stop.abort(),
    });
    expect(report).toMatchObject({ outcome: 'stopped', objectsDeleted: 2 });
    expect(await deleteBranch(stage.later(), { name: 'exp' })).toMatchObject({
      outcome: 'completed',
      objectsDeleted: 2,
    });
    expect((await stage.remains()).filter((key) => !key.endsWith('.state'))).toEqual([]);
  });

  it('D21 a later call touches no versions of a new branch of the same name', async () => {
    const stage = await branchStage();
    const stop = new AbortController();
    await deleteBranch(stage.context, {
      name: 'exp',
      signal: stop.signal,
      onProgress: ({ step }) => step === 'delete' && stop.abort(),
    });
    stage.time.now += 60_000;
    await stage.writeClone('exp', 'lake/events', 2n);
    const report = await deleteBranch(stage.later(), { name: 'exp' });
    expect(report).toMatchObject({ outcome: 'stopped', objectsDeleted: 0 });
    expect(await stage.bare.head(stage.at(manifestAt('tree/exp/', 2n)))).toMatchObject({ kind: 'found' });
  });

  it.each([
    ['a version of the same number', manifestAt('tree/exp/', 3n), 'stopped'],
    ['a data file', 'tree/exp/data/9.lance', 'completed'],
  ])('D21 a later call leaves %s that was written since', async (_, entry, outcome) => {
    const stage = await branchStage();
    const stop = new AbortController();
    await deleteBranch(stage.context, {
      name: 'exp',
      signal: stop.signal,
      onProgress: ({ step }) => step === 'delete' && stop.abort(),
    });
    stage.time.now += 60_000;
    await stage.force(entry, 'somebody else');
    const report = await deleteBranch(stage.later(), { name: 'exp' });
    expect(report.outcome).toBe(outcome);
    expect(report.left).toContain(stage.at(entry));
    expect(await stage.read(entry)).toBe('somebody else');
  });
});

describe('D21 interrupted at any call', () => {
  async function interrupted(call: number, happens: 'before' | 'after') {
    const stage = await branchStage();
    let count = 0;
    // The process dies: nothing it sends from here on arrives, and it hears of nothing.
    stage.failWhen(() => {
      count += 1;
      if (count < call) return null;
      return count === call && happens === 'after' ? 'lost_after' : 'lost_before';
    });
    await deleteBranch(stage.context, { name: 'exp' }).catch(() => undefined);
    return { stage, died: count >= call };
  }

  it('D21 leaves what a later call finishes, with main untouched', async () => {
    for (let call = 1; ; call += 1) {
      let any = false;
      for (const happens of ['before', 'after'] as const) {
        const { stage, died } = await interrupted(call, happens);
        any ||= died;
        stage.failWhen(null);
        stage.time.now += pastOwnershipMs;
        const finished = await deleteBranch(stage.later(), { name: 'exp' }).catch((error: unknown) => error);
        const where = `call ${call}, ${happens}`;
        const done =
          (finished as { outcome?: string }).outcome === 'completed' ||
          (finished as { kind?: string }).kind === 'not_found';
        expect({ where, done, finished: done ? null : finished }).toEqual({
          where,
          done: true,
          finished: null,
        });
        stage.time.now += pastOwnershipMs;
        const left = (await stage.remains()).filter((key) => !key.endsWith('.state'));
        expect({ where, left }).toEqual({ where, left: [] });
        expect(await stage.mainIsWhole()).toBe(true);
      }
      if (!any) return;
      expect(call).toBeLessThan(500);
    }
  }, 120_000);
});
