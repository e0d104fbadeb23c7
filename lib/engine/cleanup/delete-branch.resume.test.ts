/** Deletions of a branch that stop at any point: a later call finishes what was begun, and nothing that came since (D21). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
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

describe('D21 when a branch of its name is written anew before its control files went', () => {
  async function allButControl() {
    const stage = await branchStage();
    let step = '';
    await deleteBranch(stage.context, {
      name: 'exp',
      onProgress: (progress) => {
        step = progress.step;
      },
      beforeBatch: async () => {
        if (step === 'remove_control') throw new VamplateError('refused', 'frozen');
      },
    });
    return stage;
  }

  it.each([
    ['another number', 2n],
    ['the same number', 3n],
  ])('a later call removes them and leaves a version of %s', async (_, version) => {
    const stage = await allButControl();
    stage.time.now += 60_000;
    const entry = manifestAt('tree/exp/', version);
    await stage.force(entry, 'somebody else');
    const report = await deleteBranch(stage.later(), { name: 'exp' });
    expect(report).toMatchObject({ outcome: 'completed', objectsDeleted: 0 });
    expect(report.left).toContain(stage.at(entry));
    expect(await stage.read(entry)).toBe('somebody else');
    expect((await stage.remains()).filter((key) => /version_(lease_gc|branch)/.test(key))).toEqual([]);
  });

  it('a later call removes nothing while a version may be the one its commit names', async () => {
    const stage = await allButControl();
    const entry = manifestAt('tree/exp/', 3n);
    await stage.force(entry, 'too close to tell');
    const report = await deleteBranch(stage.later(), { name: 'exp' });
    expect(report).toMatchObject({ outcome: 'stopped', objectsDeleted: 0 });
    expect((await stage.remains()).some((key) => key.endsWith('.committed'))).toBe(true);
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
