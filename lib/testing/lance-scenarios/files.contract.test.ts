/** The cleanup-level contract on tables that LanceDB wrote: which files go and which never do (section I, 49 to 64). */
import { Index } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';
import { readAutoCleanup } from '@/lib/engine/cleanup/policy-rules';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { bytesOf, changeManifest, manifestName, withFields } from './change-manifest';
import { dayMs, newestOnly, onEvents, root, rowsOf } from './events-stage';
import { rows } from './scenarios';

const text = (value: string) => new TextEncoder().encode(value);
const exactly = (...versions: bigint[]) => ({ ...newestOnly, retainVersions: null, versions });

describe('what a plan says and a run does', () => {
  it('49. an old manifest that vanishes after the listing is passed over; the latest is not (LanceDB)', () =>
    onEvents(async (stage) => {
      for (const [version, tolerated] of [
        [3n, true],
        [6n, false],
      ] as const) {
        const key = `${root}/_versions/${await manifestName(stage.store, root, version)}`;
        const body = await bytesOf(stage.store, key);
        // Gone exactly between the listing that names it and the first read of it.
        const engine = stage.watchedEngine(async (call) => {
          if (call.key === key && call.verb !== 'list') await stage.store.delete(key);
          return call.effect();
        });
        const plan = engine.planCleanup({ ...exactly(1n, 2n), youngGuardMs: 0 });
        if (tolerated) {
          expect((await plan).versions.map((planned) => planned.version)).toEqual([1n, 2n]);
        } else {
          await expect(plan).rejects.toMatchObject({ name: 'VamplateError' });
        }
        await stage.store.put(key, body);
      }
      expect(await stage.versions()).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
    }));

  it('50. a manifest delete that fails mid-run is finished by the next run (LanceDB)', () =>
    onEvents(async (stage) => {
      const engine = stage.watchedEngine((call) => {
        const deletes = call.mutates && call.body === null;
        return deletes && call.keys.some((key) => key.includes('/_versions/'))
          ? call.refused()
          : call.effect();
      });
      const failed = await engine.runCleanup(await engine.planCleanup(newestOnly));
      expect(failed.outcome).toBe('failed');
      expect(failed.retired).toEqual([]);
      expect(await stage.versions()).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
      expect((await stage.markers()).length).toBeGreaterThanOrEqual(5);
      await expect(
        stage.engine().acquireLease({ branch: null, version: 1n }, { ttlMs: 1_000 }),
      ).rejects.toThrow(/retir/);

      const again = await stage.clean(newestOnly);
      expect(again).toMatchObject({ outcome: 'completed', retired: [1n, 2n, 3n, 4n, 5n] });
      expect(await stage.versions()).toEqual([6n]);
      expect(await stage.markers()).toEqual([]);
      expect(await stage.read(6)).toBe(rowsOf[5]);
    }));

  it('51. a plan changes nothing, and predicts what the run does (LanceDB)', () =>
    onEvents(async (stage) => {
      const listed = async () => (await stage.store.list({ prefix: '' })).objects;
      const before = await listed();
      const engine = stage.engine();
      const plan = await engine.planCleanup(newestOnly);
      expect(await listed()).toEqual(before);
      const report = await engine.runCleanup(plan);
      expect(report.retired.length).toBe(plan.predicted.versions);
      expect(report.objectsDeleted).toBe(plan.predicted.objects);
      expect(report.bytesDeleted).toBe(plan.predicted.bytes);
      const left = new Set((await listed()).map(({ key }) => key));
      const gone = before.filter(({ key }) => !left.has(key));
      expect(gone.length).toBe(plan.predicted.objects);
      expect(gone.reduce((sum, { size }) => sum + size, 0)).toBe(plan.predicted.bytes);
    }));

  it('57. exactly the stated versions go, their neighbours stay (LanceDB)', () =>
    onEvents(async (stage) => {
      expect(await stage.clean(exactly(3n, 5n))).toMatchObject({ retired: [3n, 5n] });
      expect(await stage.versions()).toEqual([1n, 2n, 4n, 6n]);
      for (const version of [1, 2, 4, 6]) expect(await stage.read(version)).toBe(rowsOf[version - 1]);
    }));

  it('58. a policy that retains no version is rejected (LanceDB)', () =>
    onEvents(async (stage) => {
      for (const retainVersions of [0, -1, 1.5]) {
        const plan = stage.engine().planCleanup({ ...newestOnly, retainVersions });
        await expect(plan).rejects.toMatchObject({ kind: 'invalid_input' });
      }
      const nothing = stage.engine().planCleanup({ ...newestOnly, retainVersions: null });
      await expect(nothing).rejects.toMatchObject({ kind: 'invalid_input' });
    }));

  it('59. with interval 0 LanceDB cleans at every commit, and that is how the setting is read (LanceDB)', () =>
    onEvents(async (stage) => {
      const config = {
        'lance.auto_cleanup.interval': '0',
        'lance.auto_cleanup.older_than': '0s',
      };
      await changeManifest(stage.store, root, 6n, { config });
      const reading = await readManifest(stage.store, root, {
        name: await manifestName(stage.store, root, 6n),
      });
      const read = readAutoCleanup(reading?.facts.config ?? new Map());
      expect(read).toMatchObject({ interval: 0n, problems: [], policy: { olderThanMs: 0 } });
      await stage.lance(async (table) => {
        await table.add(rows(900, 1));
      });
      // It runs on the handle from before the commit, so the previous latest survives too (G.1).
      expect(await stage.versions()).toEqual([6n, 7n]);
    }));
});

describe('which files', () => {
  it('53. files that no manifest mentions stay for 7 days, then go, or at once with an attestation (LanceDB)', () =>
    onEvents(async (stage) => {
      const stray = `${root}/data/stray.lance`;
      const careful = { ...exactly(1n), deleteUnverified: null };
      const strayPlanned = async (laterMs: number, policy: CleanupPolicy = careful) => {
        await stage.store.put(stray, text('x'));
        const plan = await stage.engine({ laterMs }).planCleanup(policy);
        return plan.objects.some(({ key, because }) => key === stray && because === 'unverified');
      };
      expect(await strayPlanned(6.9 * dayMs)).toBe(false);
      expect(await strayPlanned(7.1 * dayMs)).toBe(true);
      expect(await strayPlanned(0, exactly(1n))).toBe(true);
      await stage.clean(careful, { laterMs: 7.1 * dayMs });
      expect(await stage.keys()).not.toContain(stray);
      expect(await stage.read(6)).toBe(rowsOf[5]);
    }));

  it('54. an index that only dead versions had goes by its UUID, young as it is; a live one stays (LanceDB)', () =>
    onEvents(
      async (stage) => {
        const indices = async () =>
          new Set((await stage.keys()).flatMap((key) => /\/_indices\/([^/]+)\//.exec(key)?.[1] ?? []));
        const before = await indices();
        expect(before.size).toBe(2);
        const report = await stage.clean({ ...newestOnly, deleteUnverified: null });
        expect(report.outcome).toBe('completed');
        const after = await indices();
        expect(after.size).toBe(1);
        expect((await stage.lance(async (table) => table.listIndices())).map(({ name }) => name)).toEqual([
          'id_idx',
        ]);
        const found = await stage.lance(async (table) => table.query().where('id = 201').toArray());
        expect(found.length).toBe(1);
      },
      async (table) => {
        await table.createIndex('id', { config: Index.btree() });
        await table.createIndex('id', { config: Index.btree(), replace: true });
      },
    ));

  it('54. an index folder that no manifest mentions goes whole after 7 days, and not before (LanceDB)', () =>
    onEvents(async (stage) => {
      const folder = `${root}/_indices/7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44`;
      const strays = [`${folder}/index.idx`, `${folder}/partial_1/part.idx`];
      for (const key of strays) await stage.store.create(key, text('of a build that never ended'));
      const careful = { ...exactly(1n), deleteUnverified: null };
      const plan = await stage.engine({ laterMs: 6.9 * dayMs }).planCleanup(careful);
      expect(plan.objects.filter(({ key }) => strays.includes(key))).toEqual([]);
      await stage.clean(careful, { laterMs: 7.1 * dayMs });
      expect((await stage.keys()).filter((key) => key.startsWith(folder))).toEqual([]);
      expect(await stage.read(6)).toBe(rowsOf[5]);
    }));

  it('55. sidecars of blobs live and die with their data file (LanceDB)', () =>
    onEvents(async (stage) => {
      const sidecar = (key: string) => key.replace(/\.lance$/, `/1${'0'.repeat(31)}.blob`);
      const dataOf = (version: bigint, others: readonly bigint[]) =>
        stage.onlyOf(version, others).filter((key) => key.startsWith(`${root}/data/`));
      const [dying = ''] = dataOf(1n, [6n]);
      const [living = ''] = dataOf(6n, [1n]);
      for (const key of [dying, living]) await stage.store.create(sidecar(key), text('blob'));
      const odd = `${root}/data/a/b/${'0'.repeat(32)}.blob`;
      await stage.store.create(odd, text('deeper than any sidecar'));
      await stage.clean(newestOnly);
      const keys = await stage.keys();
      expect(keys).not.toContain(sidecar(dying));
      expect(keys).toContain(sidecar(living));
      expect(keys).toContain(odd);
    }));

  it('63. the files of a detached version stay, though its twin goes (LanceDB)', () =>
    onEvents(async (stage) => {
      const detached = 0x8000_0000_0000_0007n;
      const key = `${root}/_versions/d${detached}.manifest`;
      const twin = `${root}/_versions/${await manifestName(stage.store, root, 2n)}`;
      await stage.store.create(key, withFields(await bytesOf(stage.store, twin), { version: detached }));
      const report = await stage.clean(newestOnly);
      expect(report.retired).toEqual([1n, 2n, 3n, 4n, 5n]);
      expect(await stage.keys()).toContain(key);
      expect(await stage.missingOf(2n)).toEqual([twin]);
      expect((await stage.missingOf(4n)).length).toBeGreaterThan(1);
    }));

  it.each(['readerFlags', 'writerFlags'] as const)(
    '64. an unknown bit of %s in any manifest, not only the newest, refuses the whole cleanup (LanceDB)',
    (mask) =>
      onEvents(async (stage) => {
        const before = await stage.keys();
        await changeManifest(stage.store, root, 4n, { [mask]: 1n << 20n });
        const plan = stage.engine().planCleanup(exactly(1n, 2n));
        await expect(plan).rejects.toMatchObject({ kind: 'unsupported' });
        // One that is to go is read at the latest by the run, before anything of its group is fenced or deleted.
        const gone = stage.clean(exactly(4n)).then(
          (report) => report.outcome,
          (error: { kind: string }) => error.kind,
        );
        expect(['failed', 'unsupported']).toContain(await gone);
        expect(await stage.keys()).toEqual(before);
      }),
  );
});
