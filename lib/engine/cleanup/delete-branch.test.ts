/** Branches deleted whole or not at all: what refuses it, every interruption finished by a later call, nothing of others touched (D21). */
import { describe, expect, it } from 'vitest';
import { createTag } from '@/lib/engine/references/create-tag';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { type BranchStage, branchStage, leaseOnExp, manifestAt } from '@/lib/testing/branch-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { pastOwnershipMs } from '@/lib/testing/reference-stage';
import { cleanupRules } from './census-rules';
import { deleteBranch } from './delete-branch';

describe('D21 deleting a branch', () => {
  it('D21 removes its versions, files, reference and lifecycle files, and nothing else', async () => {
    const stage = await branchStage();
    await stage.publish('other', null, 2n);
    const before = await stage.everything();
    const steps: string[] = [];
    const report = await deleteBranch(stage.context, {
      name: 'exp',
      onProgress: ({ step }) => steps.push(step),
    });
    expect(report).toMatchObject({ outcome: 'completed', versionsRetired: 2, objectsDeleted: 4, left: [] });
    expect((await stage.remains()).filter((key) => !/\.state$/.test(key))).toEqual([]);
    const after = await stage.everything();
    const gone = [...before.keys()].filter((key) => !after.has(key));
    expect(gone.every((key) => key.includes('exp') || key.endsWith('.state'))).toBe(true);
    expect([...steps].filter((step, at) => step !== steps[at - 1])).toEqual([
      'look',
      'retire',
      'remove_reference',
      'guard',
      'delete',
      'guard',
      'delete',
      'remove_control',
    ]);
    await expect(deleteBranch(stage.later(), { name: 'exp' })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('32. removing its state deletes its leases and markers', async () => {
    const stage = await branchStage();
    await stage.force(`_refs/version_leases/${stage.exp.namespace}/9-1000-${'c'.repeat(32)}.lease`, '');
    stage.time.now += 60_000;
    await deleteBranch(stage.context, { name: 'exp' });
    expect(await stage.remains()).toEqual([]);
  });

  it('D21 deletes data before manifests, and both only after the reference is gone', async () => {
    const stage = await branchStage();
    const order: string[] = [];
    stage.beforeCalls(async ({ verb, keys }) => {
      if (!verb.startsWith('delete')) return;
      for (const key of keys) {
        if (key.includes('/_refs/branches/')) order.push('reference');
        if (key.includes('/tree/')) order.push(key.includes('/_versions/') ? 'manifest' : 'object');
        if (key.endsWith('.committed')) order.push('commit');
        if (key.endsWith('.deleted')) order.push('termination');
      }
    });
    await deleteBranch(stage.context, { name: 'exp' });
    expect(order.filter((what, at) => what !== order[at - 1])).toEqual([
      'reference',
      'object',
      'manifest',
      'commit',
      'termination',
    ]);
  });

  it.each<[string, string, (stage: BranchStage) => Promise<unknown>]>([
    ['a descendant', 'branch', (stage) => stage.publish('child', 'exp', 4n)],
    [
      'a tag',
      'tag',
      (stage) =>
        createTag(
          { ...stage.context, memory: null, rules: referenceRules },
          { name: 't', branch: 'exp', version: 4n },
        ),
    ],
    ['a released tag', 'tag', (stage) => stage.force('_refs/tags/t.json', stage.tagBody(4n, null, 'exp'))],
    ['a live lease', 'lease', leaseOnExp],
    [
      'a half-made child without reference',
      'branch',
      (stage) => stage.writeClone('half', 'lake/events/tree/exp', 4n),
    ],
    ['a tag that cannot be read', 'unreadable', (stage) => stage.force('_refs/tags/t.json', '{')],
    ['files no branch is known to have', 'file', (stage) => stage.force('tree/exp/_mem_wal/x', 'x')],
  ])('D21 is refused while %s needs it, and nothing changes', async (_, kind, prepare) => {
    const stage = await branchStage();
    await prepare(stage);
    const before = await stage.everything();
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: expect.arrayContaining([expect.objectContaining({ kind })]) },
    });
    expect(await stage.everything()).toEqual(before);
  });

  it('D13, D14 and D21: a clone elsewhere or an outside reason refuses it', async () => {
    const stage = await branchStage();
    const spec = {
      version: 4n,
      basePaths: [{ id: 0, name: null, isDatasetRoot: true, path: 'memory:///lake/events/tree/exp' }],
      fragments: [{ id: 0, files: [{ path: '4.lance', baseId: 0 }] }],
    };
    await stage.bare.put(`lake/clone/${manifestAt('', 4n)}`, manifestBytes(spec));
    const otherDatasets = async () => [{ store: stage.bare, root: 'lake/clone' }];
    const cloned = deleteBranch({ ...stage.context, otherDatasets }, { name: 'exp' });
    await expect(cloned).rejects.toMatchObject({ details: { reasons: [{ kind: 'clone' }] } });
    const reason = { holder: null, standing: 'active', since: null, endsWhen: 'it is drained' } as const;
    const outsideReasons = async () => ({
      reasons: [{ version: 4n, subject: 'replica 1', ...reason }],
      unreadable: [],
    });
    const served = deleteBranch({ ...stage.context, outsideReasons }, { name: 'exp' });
    await expect(served).rejects.toMatchObject({ details: { reasons: [{ kind: 'outside' }] } });
  });

  it.each(['draining', 'sealed'] as const)(
    'D21 a lease that is there when %s markers are cancels all: no marker stays',
    async (marker) => {
      const stage = await branchStage();
      let written = 0;
      stage.beforeCalls(async ({ verb, key }) => {
        if (verb === 'create' && key.endsWith(`.${marker}`) && ++written === 2) await leaseOnExp(stage);
      });
      await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({
        kind: 'refused',
        details: { reasons: [expect.objectContaining({ kind: 'lease' })] },
      });
      expect((await stage.remains()).filter((key) => key.includes('version_lease_gc'))).toEqual([]);
      expect(await stage.bare.head(stage.at('_refs/branches/exp.json'))).toMatchObject({ kind: 'found' });
    },
  );

  it('D21 counts leases once with every version drained and once with every version sealed', async () => {
    const stage = await branchStage();
    const asked: (readonly string[])[] = [];
    const written: string[] = [];
    stage.beforeCalls(async ({ verb, key }) => {
      const marker = /\.(draining|sealed|committed)$/.exec(key)?.[1];
      if (verb === 'create' && marker !== undefined) written.push(marker);
    });
    const counting =
      (census: typeof cleanupRules.drainCensus): typeof census =>
      (...facts) => {
        asked.push([...written]);
        return census(...facts);
      };
    const drainCensus = counting(cleanupRules.drainCensus);
    const sealCensus = counting(cleanupRules.sealCensus);
    await deleteBranch(
      { ...stage.context, rules: { ...cleanupRules, drainCensus, sealCensus } },
      { name: 'exp' },
    );
    const [drained, sealed] = [
      ['draining', 'draining'],
      ['sealed', 'sealed'],
    ];
    expect(asked.slice(0, 4)).toEqual([drained, drained, [...drained, ...sealed], [...drained, ...sealed]]);
  });

  it.each<[string, (stage: BranchStage) => Promise<unknown>]>([
    ['a half-made child', (stage) => stage.writeClone('half', 'lake/events/tree/exp', 4n)],
    [
      'a claim without its intent',
      (stage) =>
        stage.putState({
          state: 'pending',
          canonicalPath: stage.tagPath('t'),
          operationId: 'f'.repeat(32),
          target: { namespace: stage.exp.namespace, version: 4n },
          previous: null,
          previousWasLegacy: false,
        }),
    ],
  ])('D21 %s that is there when the seals are cancels all', async (_, come) => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'create' || !key.endsWith('.sealed')) return;
      stage.beforeCalls(null);
      await come(stage);
    });
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({ kind: 'refused' });
    expect((await stage.remains()).filter((key) => /\.(draining|sealed|committed)$/.test(key))).toEqual([]);
  });

  it('D21 a version that is committed meanwhile cancels all', async () => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'create' || !key.endsWith('.sealed')) return;
      await stage.force(manifestAt('tree/exp/', 5n), manifestBytes({ version: 5n, branch: 'exp' }));
    });
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({ kind: 'conflict' });
    expect((await stage.remains()).filter((key) => key.includes('version_lease_gc'))).toEqual([]);
  });

  it('D21 a version that is committed after the last count keeps the branch', async () => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'deleteBatch' || !key.endsWith('.sealed')) return;
      await stage.force(manifestAt('tree/exp/', 5n), manifestBytes({ version: 5n, branch: 'exp' }));
    });
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'written' },
    });
    expect(await stage.read('_refs/branches/exp.json')).not.toBeNull();
    stage.beforeCalls(null);
    stage.time.now += pastOwnershipMs;
    expect(await deleteBranch(stage.later(), { name: 'exp' })).toMatchObject({ outcome: 'completed' });
  });

  it('D21 a branch written to within the margin of two clocks is not deleted', async () => {
    const stage = await branchStage();
    await stage.force(manifestAt('tree/exp/', 5n), manifestBytes({ version: 5n, branch: 'exp' }));
    stage.time.now += 4_999;
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({ kind: 'conflict' });
    stage.time.now += 1;
    expect(await deleteBranch(stage.context, { name: 'exp' })).toMatchObject({ outcome: 'completed' });
  });

  it('D21 leaves a branch whose folder lies inside its own', async () => {
    const stage = await branchStage();
    await stage.publish('exp/deep', null, 2n);
    await stage.force('tree/exp/deep/data/1.lance', 'deep');
    stage.time.now += 60_000;
    expect(await deleteBranch(stage.context, { name: 'exp' })).toMatchObject({
      outcome: 'completed',
      objectsDeleted: 4,
    });
    const left = await stage.keys('tree/exp/');
    expect(left).toEqual([
      'tree/exp/deep/_versions/18446744073709551613.manifest',
      'tree/exp/deep/data/1.lance',
    ]);
  });

  it('D21 another branch of that name by now is left alone', async () => {
    const stage = await branchStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'create' || !key.endsWith('.deleted')) return;
      const branch = {
        parentBranch: null,
        parentVersion: 2,
        createAt: 1,
        manifestSize: 1,
        identifier: { version_mapping: [[2, 'd'.repeat(32)]] },
      };
      await stage.force('_refs/branches/exp.json', JSON.stringify(branch));
    });
    await expect(deleteBranch(stage.context, { name: 'exp' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.read('_refs/branches/exp.json')).toContain('d'.repeat(32));
    expect((await stage.remains()).filter((key) => key.startsWith('tree/exp/'))).toHaveLength(4);
  });
});
