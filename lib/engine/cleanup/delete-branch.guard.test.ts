/** Between a branch's commits and its last file: whoever comes then keeps what is left, and is told (D17, D21). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { type BranchStage, branchStage, leaseOnExp, manifestAt } from '@/lib/testing/branch-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { deleteBranch } from './delete-branch';

it('D21 an error between two commits opens the versions again whose commit was never sent', async () => {
  const stage = await branchStage();
  let commits = 0;
  stage.beforeCalls(async ({ verb, key }) => {
    if (verb === 'create' && key.endsWith('.committed') && ++commits === 2)
      throw new VamplateError('unsupported', 'No.');
  });
  await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({ kind: 'unsupported' });
  stage.beforeCalls(null);
  const left = (await stage.remains()).map((key) => key.slice(key.lastIndexOf('.') + 1));
  expect(left.filter((kind) => kind === 'sealed')).toHaveLength(1);
  expect(left.filter((kind) => kind === 'committed')).toHaveLength(1);
  expect(await stage.keys('tree/exp/')).toHaveLength(4);
});

describe('after the commits', () => {
  it('D10 and D21: an object that changed since it was listed stays and is told', async () => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'deleteIfMatch' && key.includes('/_refs/branches/'))
        await stage.force('tree/exp/data/4.lance', 'somebody else');
    });
    const { outcome, left } = await deleteBranch(stage.context, { name: 'exp' });
    expect([outcome, left]).toEqual(['completed', ['lake/events/tree/exp/data/4.lance']]);
  });

  it.each<[string, (stage: BranchStage, committed: string) => Promise<unknown>]>([
    ['a seal is gone', (stage, key) => stage.bare.delete(key.replace('.committed', '.sealed'))],
    ['a lease lies there', (stage) => leaseOnExp(stage)],
    ['a tag names it', (stage) => stage.force('_refs/tags/t.json', stage.tagBody(4n, null, 'exp'))],
  ])('D17 and D21: nothing is deleted when after the commits %s', async (_, come) => {
    const stage = await branchStage();
    let commits = 0;
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'create' && key.endsWith('.committed') && ++commits === 2) await come(stage, key);
    });
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({
      kind: expect.stringMatching(/refused|conflict/),
    });
    expect((await stage.remains()).filter((key) => key.endsWith('.committed'))).toHaveLength(2);
    expect(await stage.keys('tree/exp/')).toHaveLength(4);
    expect(await stage.read('_refs/branches/exp.json')).not.toBeNull();
  });

  it.each<[string, (stage: BranchStage) => Promise<unknown>]>([
    [
      'a reference of its name',
      (stage) =>
        stage.force(
          '_refs/branches/exp.json',
          JSON.stringify({ parentBranch: null, parentVersion: 2, createAt: 1, manifestSize: 1 }),
        ),
    ],
    ['the branch again', (stage) => stage.publish('exp', null, 2n)],
    [
      'a manifest',
      (stage) => stage.force(manifestAt('tree/exp/', 5n), manifestBytes({ version: 5n, branch: 'exp' })),
    ],
    ['a released tag', (stage) => stage.force('_refs/tags/t.json', stage.tagBody(4n, null, 'exp'))],
    ['a child', (stage) => stage.writeClone('half', 'lake/events/tree/exp', 4n)],
  ])('D21 %s that comes after its data went ends it as an incident, and the rest stays', async (_, come) => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, keys }) => {
      if (!verb.startsWith('delete') || !keys.some((key) => key.includes('/tree/exp/data/'))) return;
      stage.beforeCalls(null);
      // Whoever writes there by hand sees an empty folder soon.
      if (_ === 'the branch again') {
        for (const version of [3n, 4n]) await stage.bare.delete(stage.at(manifestAt('tree/exp/', version)));
      }
      await come(stage);
    });
    const report = await deleteBranch(stage.context, { name: 'exp' });
    expect(report.outcome).toBe('incident');
    expect(report.notes.length).toBeGreaterThan(0);
    expect((await stage.remains()).some((key) => key.endsWith('.committed'))).toBe(true);
  });
});
