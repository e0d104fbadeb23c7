/** The cleanup-level contract on tables that LanceDB wrote: tags, branches, clones (section I, 48, 52, 56, 60 to 62). */
import { describe, expect, it } from 'vitest';
import { bytesOf, changeManifest } from './change-manifest';
import { newestOnly, onEvents, root, rowsOf } from './events-stage';

const text = (value: string) => new TextEncoder().encode(value);

describe('tags', () => {
  it('48. a sealed version rejects a new tag and a new branch and leaves no reference file (LanceDB)', () =>
    onEvents(async (stage) => {
      await stage.mark(2n, 'sealed');
      const engine = stage.engine();
      const tagged = engine.createTag({ name: 'late', branch: null, version: 2n });
      await expect(tagged).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('retir'),
      });
      let cloned = false;
      const branched = engine.publishBranch({
        name: 'late',
        parent: null,
        version: 2n,
        writeClone: async () => {
          cloned = true;
        },
      });
      await expect(branched).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('retir'),
      });
      expect(cloned).toBe(false);
      expect((await stage.keys()).filter((key) => /_refs\/(tags|branches)\//.test(key))).toEqual([]);
      // Nothing was lost with the refusal: the next run still finishes.
      expect(await stage.clean(newestOnly)).toMatchObject({ outcome: 'completed' });
    }));

  it('52. tagged old versions are an error by default, and stay where the policy says so (LanceDB)', () =>
    onEvents(
      async (stage) => {
        const before = await stage.keys();
        const refused = stage.engine().planCleanup(newestOnly);
        await expect(refused).rejects.toMatchObject({
          kind: 'refused',
          details: { reasons: [{ kind: 'tag', subject: 'audit', version: '2' }] },
        });
        expect(await stage.keys()).toEqual(before);
        const report = await stage.clean({ ...newestOnly, taggedVersions: 'keep' });
        expect(report.retired).toEqual([1n, 3n, 4n, 5n]);
        expect(await stage.read('audit')).toBe(rowsOf[1]);
      },
      async (table) => (await table.tags()).create('audit', 2),
    ));

  it('60. an old tag does not hide newer files that nothing mentions (LanceDB)', () =>
    onEvents(
      async (stage) => {
        await stage.store.create(`${root}/data/stray.lance`, text('left by a writer that died'));
        await stage.store.create(`${root}/_transactions/9-stray.txn`, text('x'));
        const report = await stage.clean({ ...newestOnly, taggedVersions: 'keep' });
        expect(report.retired).toEqual([2n, 3n, 4n, 5n]);
        const keys = await stage.keys();
        expect(keys).not.toContain(`${root}/data/stray.lance`);
        expect(keys).not.toContain(`${root}/_transactions/9-stray.txn`);
        expect(await stage.missingOf(4n)).toEqual(stage.onlyOf(4n, [1n, 6n]));
        expect(await stage.read('first')).toBe(rowsOf[0]);
      },
      async (table) => (await table.tags()).create('first', 1),
    ));
});

describe('branches and clones', () => {
  it('56. overlay files stay with the version that has them, also through the lineage of a branch (LanceDB)', () =>
    onEvents(
      async (stage) => {
        const [file = ''] = stage.onlyOf(6n, [4n]).filter((key) => key.includes('/data/'));
        for (const overlay of ['kept', 'branched']) {
          await stage.store.create(`${root}/data/${overlay}.lance`, text(overlay));
        }
        const added = (overlay: string) => ({
          readerFlags: 64n,
          writerFlags: 64n,
          overlaid: { file: file.slice(`${root}/data/`.length), overlay: `${overlay}.lance` },
        });
        await changeManifest(stage.store, root, 6n, added('kept'));
        // The branch's own copy of the manifest names no base for the added file; the fork version itself does the pinning.
        await changeManifest(stage.store, root, 2n, added('branched'));
        const report = await stage.clean(newestOnly);
        expect(report.retired).toEqual([1n, 3n, 4n, 5n]);
        const keys = await stage.keys();
        expect(keys).toContain(`${root}/data/kept.lance`);
        expect(keys).toContain(`${root}/data/branched.lance`);
      },
      async (table) => {
        (await (await table.branches()).create('exp', undefined, 2)).close();
      },
    ));

  it('61. a legacy branch without identifier protects its parent version (LanceDB)', () =>
    onEvents(
      async (stage) => {
        const key = `${root}/_refs/branches/old.json`;
        const { identifier, metadata, ...legacy } = JSON.parse(
          new TextDecoder().decode(await bytesOf(stage.store, key)),
        );
        expect(identifier).toBeDefined();
        expect(metadata).toBeDefined();
        await stage.store.put(key, text(JSON.stringify(legacy)));
        const report = await stage.clean(newestOnly);
        expect(report.retired).toEqual([1n, 2n, 4n, 5n]);
        expect(await stage.missingOf(3n)).toEqual([]);
        expect(await stage.read(3)).toBe(rowsOf[2]);
        expect(await stage.read(3, 'old')).toBe(rowsOf[2]);
      },
      async (table) => {
        (await (await table.branches()).create('old', undefined, 3)).close();
      },
    ));

  it.each(['/', '//', '/./'])('62. a clone whose base is spelled with %s still protects (LanceDB)', (odd) =>
    onEvents(
      async (stage) => {
        const report = await stage.clean(newestOnly);
        expect(report.retired).toEqual([1n, 2n, 4n, 5n]);
        expect(await stage.missingOf(3n)).toEqual([]);
        expect(await stage.read(3, null, 'odd')).toBe(rowsOf[2]);
      },
      async (_, db, place) => {
        const uri = place.uriOf('events');
        const spelled = odd === '/' ? `${uri}/` : uri.replace(/\/(?=[^/]*$)/, odd);
        await db.cloneTable('odd', spelled, { sourceVersion: 3 });
      },
    ),
  );
});
