/** Who else needs files and versions of a branch: branches by their folders and references, clones in other datasets (C.3, D13, G.4). */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { type CleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import {
  addressOf,
  branchBody,
  cloned,
  dayMs,
  entriesOf,
  groupsOf,
  history,
  keptBecause,
} from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';

async function oldHistory(versions: number): Promise<CleanupStage> {
  const stage = await history(versions);
  stage.time.now += 30 * dayMs;
  return stage;
}

describe('branches', () => {
  it('61. a legacy branch without identifier protects its parent, with or without its folder', async () => {
    const stage = await oldHistory(4);
    await stage.put('_refs/branches/exp.json', branchBody(2));
    for (const _ of ['reference alone', 'folder too']) {
      const plan = await planCleanup(stage.context, keeping(1));
      expect(groupsOf(plan)).toEqual(['1 certain', '3 certain']);
      expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(2n)}`);
      await stage.putManifest(cloned(2n, addressOf(stage), fileOf(2n), 'exp'), 'tree/exp/').catch(() => null);
    }
  });

  it.each([
    ['a slash too many', (address: string) => `${address}//`],
    ['an escape', (address: string) => address.replace('events', '%65vents')],
    ['a detour', (address: string) => `${address}/data/..`],
  ])('62. a branch without reference whose base path has %s still protects', async (_, spelled) => {
    const stage = await oldHistory(4);
    await stage.putManifest(cloned(2n, spelled(addressOf(stage)), fileOf(3n)), 'tree/exp/');
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groupsOf(plan)).toEqual(['1 certain', '3 certain']);
    expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(3n)}`);
    expect(keptBecause(plan, 2n)).toEqual(['outside files of branch exp']);
  });

  it('an empty branch folder that nobody refers to yet keeps the version it was made from', async () => {
    const stage = await oldHistory(3);
    await stage.putManifest({ ...cloned(2n, addressOf(stage), 'x'), fragments: [] }, 'tree/exp/');
    expect(groupsOf(await planCleanup(stage.context, keeping(1)))).toEqual(['1 certain']);
  });

  it('a branch of a branch keeps its files here, and versions of its parent only', async () => {
    const stage = await oldHistory(4);
    await stage.put('_refs/branches/a.json', branchBody(1));
    await stage.put('_refs/branches/b.json', branchBody(3, 'a'));
    await stage.putManifest(cloned(3n, addressOf(stage), fileOf(2n), 'b'), 'tree/b/');
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groupsOf(plan)).toEqual(['2 certain', '3 certain']);
    expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(2n)}`);
    expect(entriesOf(stage, plan)).toContain(`data/${fileOf(3n)}`);
  });

  it('56. overlay files are kept through the lineage of a branch', async () => {
    const stage = await oldHistory(3);
    const { basePaths } = cloned(1n, addressOf(stage), 'x');
    const overlay = { path: fileOf(2n), baseId: 1 };
    await stage.putManifest(
      { version: 1n, basePaths, fragments: [{ id: 0, overlays: [overlay] }] },
      'tree/e/',
    );
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groupsOf(plan)).toEqual(['2 certain']);
    expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(2n)}`);
  });

  it.each([
    ['tree/team/data/', 'a folder named like one of a dataset'],
    ['tree/a/b/c/', 'a folder below folders'],
  ])('%s is found: %s', async (folder) => {
    const stage = await oldHistory(3);
    await stage.putManifest(cloned(2n, addressOf(stage), fileOf(2n)), folder);
    expect(groupsOf(await planCleanup(stage.context, keeping(1)))).toEqual(['1 certain']);
  });

  it.each([
    ['copied from elsewhere', 'memory:///other/place', 'refused'],
    ['with a relative base path', 'events', 'refused'],
  ])('a branch %s refuses: nobody can tell whom it needs', async (_, path, kind) => {
    const stage = await oldHistory(3);
    await stage.putManifest(cloned(2n, path, fileOf(2n)), 'tree/exp/');
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind });
  });

  it('a branch cleans its own folder, and main keeps what it needs of it', async () => {
    const stage = await oldHistory(2);
    await stage.put('_refs/branches/exp.json', branchBody(2));
    for (const version of [2n, 3n, 4n]) {
      await stage.put(`tree/exp/data/${fileOf(version)}`);
      const fragments = [{ id: 0, files: [{ path: fileOf(version) }] }];
      await stage.putManifest({ version, branch: 'exp', fragments }, 'tree/exp/');
    }
    await stage.putManifest(cloned(3n, `${addressOf(stage)}/tree/exp`, fileOf(3n)));
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1, { branch: 'exp' }));
    expect(groupsOf(plan)).toEqual(['2 certain', '3 certain']);
    expect(entriesOf(stage, plan)).toEqual([`tree/exp/data/${fileOf(2n)}`]);
  });
});

describe('D13 clones', () => {
  async function withClone(path: (stage: CleanupStage) => string) {
    const stage = await oldHistory(4);
    const elsewhere = openMemoryStore({ now: () => stage.time.now, uri: 'memory://elsewhere' });
    const spec = cloned(2n, path(stage), fileOf(3n));
    await elsewhere.create('copy/_versions/18446744073709551613.manifest', manifestBytes(spec));
    const otherDatasets = async () => [{ store: elsewhere, root: 'copy' }];
    return { stage, elsewhere, context: { ...stage.context, otherDatasets } };
  }

  it('D13 pins its files and its version, and is named', async () => {
    const { stage, context } = await withClone(addressOf);
    const plan = await planCleanup(context, keeping(1));
    expect(groupsOf(plan)).toEqual(['1 certain', '3 certain']);
    expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(3n)}`);
    expect(keptBecause(plan, 2n)).toEqual(['outside clone memory://elsewhere/copy']);
    expect(plan.observations.datasetsSearchedForClones).toBe(1);
    expect(plan.observations.notes.join()).toMatch(/Clones outside the 1 other/);
  });

  it('D13 a dataset with other bases pins nothing', async () => {
    const { context } = await withClone((stage) => `${addressOf(stage)}-other`);
    expect(groupsOf(await planCleanup(context, keeping(1)))).toHaveLength(3);
  });

  it('D13 a base above this dataset, with names that lead into it, pins them', async () => {
    const { stage, context, elsewhere } = await withClone((one) => `${addressOf(one)}-other`);
    const above = addressOf(stage).slice(0, -'/events'.length);
    const basePaths = [{ id: 1, name: null, isDatasetRoot: false, path: above }];
    const files = [{ path: `events/data/${fileOf(1n)}`, baseId: 1 }];
    await elsewhere.create(
      'copy/_versions/18446744073709551612.manifest',
      manifestBytes({ version: 3n, basePaths, fragments: [{ id: 0, files }] }),
    );
    expect(entriesOf(stage, await planCleanup(context, keeping(1)))).not.toContain(`data/${fileOf(1n)}`);
  });

  it('D13 one in a branch folder is found, also by its reference alone', async () => {
    const { context, elsewhere } = await withClone((one) => `${addressOf(one)}-other`);
    const spec = manifestBytes(cloned(3n, addressOf(await history(0)), 'x'));
    const name = '_versions/18446744073709551612.manifest';
    await elsewhere.create(`copy/tree/a/${name}`, manifestBytes({ version: 3n }));
    await elsewhere.create(`copy/tree/a/data/${name}`, spec);
    expect(groupsOf(await planCleanup(context, keeping(1)))).toHaveLength(3);
    await elsewhere.create('copy/_refs/branches/a%2Fdata.json', new Uint8Array([1]));
    expect(groupsOf(await planCleanup(context, keeping(1)))).toEqual(['1 certain', '2 certain']);
  });

  it('D13 the same bytes in another store are another manifest', async () => {
    // Both name the place of the first store: for it that is itself, for the copy it is a clone's source.
    const stage = await history(1);
    const spec = cloned(2n, addressOf(stage), fileOf(1n));
    await stage.putManifest(spec);
    await stage.commit(3, 3);
    const elsewhere = openMemoryStore({ now: () => stage.time.now, uri: 'memory://elsewhere' });
    await elsewhere.create(stage.key('_versions/18446744073709551613.manifest'), manifestBytes(spec));
    stage.time.now += 30 * dayMs;
    await planCleanup(stage.context, keeping(2));
    const otherDatasets = async () => [{ store: elsewhere, root: stage.root.key }];
    const plan = await planCleanup({ ...stage.context, otherDatasets }, keeping(1));
    expect(entriesOf(stage, plan)).not.toContain(`data/${fileOf(1n)}`);
  });

  it.each([
    ['an unreadable manifest', 'copy/_versions/18446744073709551612.manifest'],
    ['a name that no reader understands', 'copy/_versions/007x.manifest'],
    ['a layout of a proposal', 'copy/_branch_generations/1/x'],
  ])('D13 %s refuses', async (_, key) => {
    const { context, elsewhere } = await withClone((stage) => `${addressOf(stage)}-other`);
    await elsewhere.create(key, new Uint8Array([1]));
    await expect(planCleanup(context, keeping(1))).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ kind: 'clone', subject: 'memory://elsewhere/copy' }] },
    });
  });

  it('D13 flags that nobody here understands refuse in a clone of this dataset alone', async () => {
    for (const [suffix, kind] of [
      ['', 'refused'],
      ['-other', 'planned'],
    ]) {
      const { stage, context, elsewhere } = await withClone((one) => `${addressOf(one)}-other`);
      const spec = { ...cloned(3n, addressOf(stage) + suffix, 'x'), writerFlags: 4_096n };
      await elsewhere.create('copy/_versions/18446744073709551612.manifest', manifestBytes(spec));
      const ended = planCleanup(context, keeping(1)).then(
        () => 'planned',
        (error: { kind: string }) => error.kind,
      );
      expect(await ended, suffix).toBe(kind);
    }
  });

  it('D13 where the other datasets cannot be listed, nothing is planned', async () => {
    const stage = await history(2);
    const otherDatasets = async () => Promise.reject(new TypeError('socket'));
    await expect(planCleanup({ ...stage.context, otherDatasets }, keeping(1))).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ kind: 'clone' }] },
    });
  });

  it('D13 manifests of other datasets are read once, and what they cost is counted', async () => {
    const { stage, context, elsewhere } = await withClone(addressOf);
    const { store, meter } = metered(elsewhere);
    const otherDatasets = async () => [{ store, root: 'copy' }];
    const first = await planCleanup({ ...context, otherDatasets }, keeping(1));
    // Its root and its versions, and its one manifest.
    expect(meter.byKind.list.requests).toBe(2);
    expect(meter.requests).toBe(3);
    expect(first.observations.requests).toBe(stage.calls.length + 3);
    stage.calls.length = 0;
    const again = await planCleanup({ ...context, otherDatasets }, keeping(1));
    expect(meter.requests).toBe(5);
    expect(again.observations.requests).toBe(stage.calls.length + 2);
  });
});
