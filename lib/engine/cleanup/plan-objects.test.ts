/** Which files a plan names: by what stays, by what goes with a version, by age, and never what nobody here knows (G.3, G.4, D12). */
import { describe, expect, it } from 'vitest';
import { cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { dayMs, entriesOf, history, tagBody } from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';

const attested = { deleteUnverified: { attestation: 'no writer runs' } };

describe('files that no manifest mentions', () => {
  it('53. stay for 7 days by the store’s clock, unless somebody attests', async () => {
    const stage = await history(3);
    await stage.put('data/orphan.lance');
    const planned = async (more = {}, context = stage.context) =>
      entriesOf(stage, await planCleanup(context, keeping(3, more)));
    expect(await planned()).toEqual([]);
    expect(await planned(attested)).toEqual(['data/orphan.lance']);
    const wrongHost = {
      ...stage.context,
      clock: { ...stage.clock, wall: () => Date.UTC(2035, 0, 1) as never },
    };
    expect(await planned({}, wrongHost)).toEqual([]);
    stage.time.now += 7 * dayMs;
    expect(await planned()).toEqual([]);
    stage.time.now += 1;
    expect(await planned({}, { ...stage.context, clockMarginMs: 5_000 })).toEqual([]);
    const [orphan] = (await planCleanup(stage.context, keeping(3))).objects;
    expect(orphan).toMatchObject({ because: 'unverified', certain: true, class: 'data' });
  });

  it('53. temporary manifests too', async () => {
    const stage = await history(2);
    await stage.put('_versions/.tmp_1.manifest_abc');
    const planned = async (more = {}) => entriesOf(stage, await planCleanup(stage.context, keeping(2, more)));
    expect(await planned()).toEqual([]);
    expect(await planned(attested)).toEqual(['_versions/.tmp_1.manifest_abc']);
  });

  it('60. an old tag does not hide newer orphans', async () => {
    const stage = await history(1);
    await stage.put('_refs/tags/old.json', tagBody(1));
    await stage.commit(2, 3);
    await stage.put('data/orphan.lance');
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1, { taggedVersions: 'keep' }));
    expect(entriesOf(stage, plan)).toContain('data/orphan.lance');
  });
});

describe('files of versions', () => {
  it('a young file goes with the version that mentions it, whose manifest is read for that', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    expect(entriesOf(stage, plan)).toContain(`data/${fileOf(2n)}`);
    expect(plan.objects.every(({ because }) => because === 'version')).toBe(true);
    expect(plan.observations.manifestsRead).toBe(3);
  });

  it('54. an old index goes by its id, also a young one that a planned version mentions', async () => {
    const stage = await cleanupStage();
    const uuid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
    await stage.put(`_indices/${uuid('a')}/index.idx`);
    await stage.put(`_indices/${uuid('a')}/partial/x`);
    await stage.commit(1, 1, { indices: [{ uuid: uuid('a') }] });
    await stage.put(`_indices/${uuid('b')}/index.idx`);
    await stage.put(`_indices/${uuid('c')}/index.idx`);
    await stage.commit(2, 2, { indices: [{ uuid: uuid('b') }] });
    const planned = async () =>
      entriesOf(stage, await planCleanup(stage.context, keeping(1))).filter((entry) =>
        entry.startsWith('_indices'),
      );
    const ofFirst = [`_indices/${uuid('a')}/index.idx`, `_indices/${uuid('a')}/partial/x`];
    expect(await planned()).toEqual(ofFirst);
    stage.time.now += 30 * dayMs;
    expect(await planned()).toEqual([...ofFirst, `_indices/${uuid('c')}/index.idx`]);
  });

  it('55. blob sidecars follow their data file, odd layouts stay', async () => {
    const stage = await history(2);
    for (const entry of ['v1/a.blob', 'v2/a.blob', 'v1/deep/a.blob', 'gone/a.blob', 'loose.blob']) {
      await stage.put(`data/${entry}`);
    }
    const planned = async () => entriesOf(stage, await planCleanup(stage.context, keeping(1)));
    expect(await planned()).toEqual(['_transactions/0-t.txn', 'data/v1.lance', 'data/v1/a.blob']);
    stage.time.now += 30 * dayMs;
    expect(await planned()).toContain('data/gone/a.blob');
    expect((await planned()).filter((entry) => /deep|loose|v2/.test(entry))).toEqual([]);
  });

  it.each([
    ['56. overlay files are', 'data/x.lance', { overlays: [{ path: 'x.lance' }] }],
    ['deletion files are', '_deletions/0-2-9.arrow', { deletion: { readVersion: 2n, id: 9n } }],
    ['files of row ids are', 'data/ids.lance', { externalRowIds: 'data/ids.lance' }],
  ])('%s needed like data files', async (_, entry, part) => {
    const stage = await cleanupStage();
    await stage.put(entry);
    await stage.commit(1, 2);
    await stage.putManifest({ version: 3n, fragments: [{ id: 0, ...part }] });
    stage.time.now += 30 * dayMs;
    expect(entriesOf(stage, await planCleanup(stage.context, keeping(1)))).not.toContain(entry);
    await stage.putManifest({ version: 4n });
    expect(entriesOf(stage, await planCleanup(stage.context, keeping(1)))).toEqual(
      expect.arrayContaining(['data/v1.lance', ...(entry.includes('ids') ? [entry] : [entry])]),
    );
  });

  it('63. detached manifests and their files stay', async () => {
    const stage = await history(2);
    const version = 0x8000_0000_0000_0007n;
    await stage.put('data/detached.lance');
    const fragments = [{ id: 0, files: [{ path: 'detached.lance' }] }];
    await stage.put(`_versions/d${version}.manifest`, manifestBytes({ version, fragments }));
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1, attested));
    expect(entriesOf(stage, plan)).not.toContain('data/detached.lance');
    expect(entriesOf(stage, plan)).toContain('data/v1.lance');
    expect(plan.kept.map((one) => one.version)).toContain(version);
  });
});

it('D10 every object and manifest is named with its identity', async () => {
  const stage = await history(2);
  const plan = await planCleanup(stage.context, keeping(1));
  const stored = new Map((await stage.bare.list({ prefix: '' })).objects.map((meta) => [meta.key, meta]));
  const named = [...plan.objects, ...plan.versions.flatMap(({ manifests }) => manifests)];
  expect(named).toHaveLength(3);
  for (const { key, size, etag, storedAt } of named) {
    expect({ key, size, etag, storedAt }).toEqual(stored.get(key));
  }
});

it('never touches what it does not know', async () => {
  const stage = await history(1);
  const strange = ['_mem_wal/a/wal/1.arrow', '_blobs/a.blob', 'notes.txt', 'data/readme.md'];
  for (const entry of [...strange, '_deletions/x.tmp', '_latest.manifest', '_indices/x/y', 'data']) {
    await stage.put(entry);
  }
  stage.time.now += 30 * dayMs;
  expect((await planCleanup(stage.context, keeping(1, attested))).objects).toEqual([]);
});
