/** A branch deletion that is frozen or taken over stops before its next change, says so, and is finished by a later call (D19, D21). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { type BranchStage, branchStage } from '@/lib/testing/branch-stage';
import { pastOwnershipMs } from '@/lib/testing/reference-stage';
import { deleteBranch } from './delete-branch';

const changes = (calls: readonly string[]) =>
  calls.filter((call) => !/^(get|getRange|head|list) /.test(call));

async function isFinishedLater(stage: BranchStage) {
  stage.time.now += pastOwnershipMs;
  const gone = await deleteBranch(stage.later(), { name: 'exp' }).catch((error: unknown) => error);
  expect(gone).toSatisfy(
    (end: { outcome?: string; kind?: string }) => end.outcome === 'completed' || end.kind === 'not_found',
  );
  expect((await stage.remains()).filter((key) => !key.endsWith('.state'))).toEqual([]);
  expect(await stage.mainIsWhole()).toBe(true);
}

describe('D19 and D21 a freeze', () => {
  it.each([
    [0, { fenced: false, committed: false, reference: true, objects: 4 }],
    [1, { fenced: true, committed: false, reference: true, objects: 4 }],
    [2, { fenced: true, committed: true, reference: true, objects: 4 }],
    [3, { fenced: true, committed: true, reference: false, objects: 4 }],
    [4, { fenced: true, committed: true, reference: false, objects: 2 }],
    [5, { fenced: true, committed: true, reference: false, objects: 0 }],
  ])(
    'after it was asked %s times: nothing more is begun, and a later call finishes',
    async (asked, state) => {
      const stage = await branchStage();
      let times = 0;
      stage.calls.length = 0;
      const report = await deleteBranch(stage.context, {
        name: 'exp',
        beforeBatch: async () => {
          times += 1;
          if (times > asked) throw new VamplateError('refused', 'The lake is frozen.');
        },
      });
      const began = (part: string) =>
        stage.calls.some((call) => call.startsWith('create') && call.includes(part));
      expect({
        fenced: began('.draining'),
        committed: began('.committed'),
        reference: (await stage.read('_refs/branches/exp.json')) !== null,
        objects: (await stage.keys('tree/exp/')).length,
      }).toEqual(state);
      expect(report).toMatchObject({
        outcome: 'stopped',
        versionsRetired: state.committed ? 2 : 0,
        objectsDeleted: 4 - state.objects,
        notes: ['The lake is frozen.'],
      });
      // Before the commit everything is taken back.
      if (!state.committed)
        expect((await stage.remains()).filter((key) => /drain|seal/.test(key))).toEqual([]);
      await isFinishedLater(stage);
    },
  );

  it('says nothing of a foreign error but that it was given up', async () => {
    const stage = await branchStage();
    const beforeBatch = async () => {
      throw new TypeError('secret');
    };
    const report = await deleteBranch(stage.context, { name: 'exp', beforeBatch });
    expect(report.outcome).toBe('stopped');
    expect(JSON.stringify(report)).not.toContain('secret');
  });
});

describe('D19 and D21 an owner whose time is over', () => {
  it('sends no change after it, wherever it was stopped, and a later call finishes', async () => {
    const whole = await branchStage();
    whole.calls.length = 0;
    await deleteBranch(whole.context, { name: 'exp' });
    const all = whole.calls.length;
    let refused = 0;
    for (let at = 1; at < all; at += 1) {
      const stage = await branchStage();
      stage.calls.length = 0;
      const mayProceed = () => {
        if (stage.calls.length >= at) throw new VamplateError('conflict', 'Taken over.');
      };
      const report = await deleteBranch(stage.context, { name: 'exp', mayProceed });
      expect(changes(stage.calls.slice(at)), `stopped at call ${at}`).toEqual([]);
      if (report.outcome === 'stopped') {
        refused += 1;
        expect(report.notes).toEqual(['Taken over.']);
        const gone = 4 - (await stage.keys('tree/exp/')).length;
        expect(report.objectsDeleted, `stopped at call ${at}`).toBe(gone);
      }
      await isFinishedLater(stage);
    }
    expect(refused).toBeGreaterThan(all / 2);
  });
});
