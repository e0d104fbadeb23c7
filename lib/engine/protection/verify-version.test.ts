/** Verifying a version: what is there is proven by asking, what is missing is named, and unknown is never whole. */
import { describe, expect, it } from 'vitest';
import { branchStage } from '@/lib/testing/branch-stage';
import { cleanupStage, fileOf } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { verifyVersion } from './verify-version';

async function history(versions = 4) {
  const stage = await cleanupStage();
  await stage.commit(1, versions);
  // As large as the built manifests say.
  const { objects } = await stage.bare.list({ prefix: stage.key('data/') });
  for (const { key } of objects) await stage.bare.put(key, new Uint8Array(100));
  const verify = (version: bigint) =>
    verifyVersion({ store: stage.store, rootKey: stage.root.key, branch: null }, version);
  const lose = (entry: string) => stage.bare.delete(stage.key(entry));
  return { ...stage, verify, lose };
}

describe('a version', () => {
  it('is restorable when every object it needs answered, and asking writes nothing', async () => {
    const { verify, calls, time } = await history();
    const now = time.now;
    calls.splice(0);
    expect(await verify(3n)).toMatchObject({
      ...{ verdict: 'restorable', provenAt: now, objects: 2, missing: [], missingCount: 0 },
      ...{ notAsked: [], lastReadable: null, versionsLookedAt: 1 },
    });
    expect(calls.filter((call) => call.startsWith('head')).length).toBeGreaterThanOrEqual(3);
    expect(calls.every((call) => /^(head|get|getRange) /.test(call))).toBe(true);
  });

  it('with a lost file names it, and the newest version that is whole', async () => {
    const { verify, lose } = await history();
    await lose(`data/${fileOf(4n)}`);
    await lose(`data/${fileOf(3n)}`);
    expect(await verify(4n)).toMatchObject({
      verdict: 'missing',
      missing: [`lake/events/data/${fileOf(4n)}`],
      missingCount: 1,
      lastReadable: 2n,
      versionsLookedAt: 3,
    });
  });

  it('with a file that all need has no whole one beside it', async () => {
    const { verify, lose } = await history();
    await lose('data/shared.lance');
    expect(await verify(2n)).toMatchObject({ verdict: 'missing', lastReadable: null, versionsLookedAt: 4 });
  });

  it('with a file of another size than the manifest says is not whole', async () => {
    const { verify, putManifest, put } = await history();
    await put('data/short.lance', 'abc');
    const files = [{ path: 'short.lance' }];
    await putManifest({ version: 5n, fragments: [{ id: 0, files }] });
    expect(await verify(5n)).toMatchObject({
      verdict: 'missing',
      missing: ['lake/events/data/short.lance (has 3 bytes, the manifest says 100)'],
    });
  });

  it('does not need its transaction file', async () => {
    const { verify, lose } = await history();
    await lose('_transactions/2-t.txn');
    expect(await verify(3n)).toMatchObject({ verdict: 'restorable' });
  });

  it('without a manifest is not found, and an answer that does not come is no absence', async () => {
    const { verify, failWhen } = await history();
    await expect(verify(9n)).rejects.toMatchObject({ kind: 'not_found' });
    failWhen((call) => (call.verb === 'head' && call.key.includes('/data/') ? 'lost_before' : null));
    await expect(verify(3n)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('that needs a place outside the lake is not known to be whole', async () => {
    const { verify, bare, key } = await history();
    const basePaths = [{ id: 0, name: null, isDatasetRoot: true, path: 's3://elsewhere/table' }];
    const fragments = [{ id: 0, files: [{ path: 'far.lance', baseId: 0 }] }];
    const manifest = manifestBytes({ version: 5n, basePaths, fragments });
    await bare.create(key(`_versions/${2n ** 64n - 1n - 5n}.manifest`), manifest);
    expect(await verify(5n)).toMatchObject({
      verdict: 'unknown',
      notAsked: [expect.stringContaining('s3://elsewhere/table')],
    });
  });

  it('of a branch is asked for in its own folder and in that of its parent', async () => {
    const stage = await branchStage();
    for (const entry of ['data/3.lance', 'tree/exp/data/4.lance']) {
      await stage.bare.put(stage.at(entry), new Uint8Array(100));
    }
    const verify = () => verifyVersion({ store: stage.bare, rootKey: stage.root.key, branch: 'exp' }, 4n);
    expect(await verify()).toMatchObject({ verdict: 'restorable', objects: 2 });
    await stage.bare.delete(stage.at('data/3.lance'));
    expect(await verify()).toMatchObject({ verdict: 'missing', missing: [stage.at('data/3.lance')] });
  });
});
