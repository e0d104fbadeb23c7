/** What nobody may clean: every kind of evidence that cannot be read, understood or believed ends the plan (A.1, G.5, D6 to D8). */
import { describe, expect, it } from 'vitest';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { type CleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { addressOf, branchBody, cloned, dayMs, history, putMarker } from '@/lib/testing/plan-stage';

const kindOf = (stage: CleanupStage, policy = keeping(1)) =>
  planCleanup(stage.context, policy).then(
    () => 'planned',
    (error: { kind: string }) => error.kind,
  );

describe('manifests', () => {
  it.each(['readerFlags', 'writerFlags'] as const)(
    '64. an unknown bit of %s refuses wherever the manifest is read',
    async (flags) => {
      const staying = await history(2);
      await staying.putManifest({ version: 3n, [flags]: 4_096n });
      await staying.commit(4, 4);
      expect(await kindOf(staying, keeping(2))).toBe('unsupported');
      expect(await kindOf(staying, keeping(1))).toBe('unsupported');
      expect(await kindOf(staying, { ...keeping(1), retainVersions: null, olderThanMs: 0 })).toBe(
        'unsupported',
      );
      const branch = await history(2);
      await branch.putManifest({ ...cloned(2n, addressOf(branch), 'x'), [flags]: 4_096n }, 'tree/exp/');
      expect(await kindOf(branch)).toBe('unsupported');
    },
  );

  it('D7 a manifest that states another version, of main or of a branch', async () => {
    for (const folder of ['', 'tree/exp/']) {
      const stage = await history(2);
      const bytes = manifestBytes({ ...cloned(9n, addressOf(stage), 'x'), version: 9n });
      await stage.put(`${folder}_versions/18446744073709551612.manifest`, bytes);
      expect(await kindOf(stage), folder).toBe('corrupt');
    }
  });

  it.each(['', 'tree/exp/'])(
    'D8 a young staged manifest below %s_versions: commits may go through an external store',
    async (folder) => {
      const stage = await history(2);
      if (folder !== '') await stage.putManifest(cloned(2n, addressOf(stage), 'x'), folder);
      const name = '18446744073709551613.manifest-6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01';
      await stage.put(`${folder}_versions/${name}`);
      expect(await kindOf(stage)).toBe('refused');
      stage.time.now += 7 * dayMs;
      expect(await kindOf(stage)).toBe('planned');
    },
  );

  it('D8 a configuration that says so', async () => {
    const stage = await history(2);
    const context = { ...stage.context, externalCommits: true };
    await expect(planCleanup(context, keeping(1))).rejects.toMatchObject({ kind: 'refused' });
  });

  it('a mix of V1 and V2 names', async () => {
    const stage = await history(2);
    await stage.put('_versions/3.manifest', manifestBytes({ version: 3n }));
    expect(await kindOf(stage)).toBe('refused');
  });

  it('no manifest at all', async () => {
    const stage = await history(0);
    await stage.put('data/x.lance');
    stage.time.now += 30 * dayMs;
    expect(await kindOf(stage)).toBe('refused');
  });

  it('a base id without a base, of what stays', async () => {
    const stage = await history(1);
    await stage.putManifest({
      version: 2n,
      fragments: [{ id: 0, files: [{ path: 'x.lance', baseId: 7 }] }],
    });
    expect(await kindOf(stage)).toBe('corrupt');
  });
});

describe('control files', () => {
  it.each([
    '_refs/version_leases/main/4-forever.lease',
    '_refs/version_lease_gc/main/1/x.sealed',
    '_refs/version_reference_intents/main/1/y.intent',
    '_refs/version_reference_states/z.state',
    '_refs/tags/broken.json',
    '_refs/branches/broken.json',
    '_refs/catalog/00000000000000000001.json',
    '_versions/007x.manifest',
    'tree/exp/_versions/007x.manifest',
    '_bt/root/1',
    'tree/exp/_bt/root/1',
    '_branch_generations/0123/data/x.lance',
  ])('G.5 %s', async (entry) => {
    const stage = await history(3);
    await stage.put(entry, 'not what it should be');
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ sentence: expect.stringMatching(/\w/) }] },
    });
  });

  it('D6 a dataset whose control files name another root is refused, and nothing there is asked for', async () => {
    const stage = await history(3);
    await putMarker(stage, 1n, 'sealed', 'elsewhere/events');
    stage.calls.length = 0;
    expect(await kindOf(stage)).toBe('refused');
    expect(stage.calls.filter((call) => call.includes('elsewhere'))).toEqual([]);
  });

  it('a branch that is not there, or has a folder and no reference', async () => {
    const stage = await history(2);
    expect(await kindOf(stage, keeping(1, { branch: 'none' }))).toBe('not_found');
    await stage.putManifest(cloned(2n, addressOf(stage), 'x'), 'tree/none/');
    expect(await kindOf(stage, keeping(1, { branch: 'none' }))).toBe('not_found');
    await stage.put('_refs/branches/none.json', branchBody(2));
    expect(await kindOf(stage, keeping(1, { branch: 'none' }))).toBe('planned');
  });
});

describe('answers', () => {
  it.each([
    ['list', '_versions'],
    ['list', '_refs'],
    ['list', 'data'],
    ['list', '_indices'],
  ])('a %s of %s that fails ends the plan', async (verb, part) => {
    const stage = await history(3);
    stage.failWhen((call) => (call.verb === verb && call.key.includes(part) ? 'refused' : null));
    expect(await kindOf(stage)).toBe('unavailable');
  });

  it('so does a manifest that cannot be read, and is not taken for absent', async () => {
    const stage = await history(3);
    stage.failWhen((call) => (call.key.endsWith('.manifest') ? 'lost_before' : null));
    expect(await kindOf(stage)).toBe('unavailable');
  });
});
