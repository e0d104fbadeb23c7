/** Storage counted on tables that LanceDB writes here, with branches two deep, and on small histories made for one question. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import { openLocalStore } from '@/lib/engine/store/local-store';
import {
  lakeStage,
  putBranch,
  putTag,
  putVersion,
  putVersions,
  rootOf,
  stageOn,
} from '@/lib/testing/lake-stage';
import type { FileSpec } from '@/lib/testing/manifest-bytes';
import { type WrittenTable, writeEventsTable } from '@/lib/testing/write-lance';
import type { StorageReading } from './read-storage';

const day = 86_400_000;
const bytesOf = (report: StorageReading, reason: string) =>
  [...report.account.byReason].find(([name]) => name === reason)?.[1].bytes ?? 0;

describe('a table that LanceDB wrote', () => {
  let written: WrittenTable;
  const copies: string[] = [];
  beforeAll(async () => {
    written = await writeEventsTable();
  });
  afterAll(() => {
    written.remove();
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  });

  const open = (folder: string) => stageOn(openLocalStore({ root: folder })).lake.dataset('events.lance');
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  it('is counted to the byte, by reason and by class', async () => {
    const dataset = await open(written.lake);
    const { value } = await dataset.storage(null).get(0);
    const files = filesIn(path.join(written.lake, 'events.lance'));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(value.account.total).toMatchObject({ bytes, objects: files.length });
    for (const slices of [value.account.byReason, value.account.byClass]) {
      const sums = [...slices.values()];
      expect(sums.reduce((sum, slice) => sum + slice.bytes, 0)).toBe(bytes);
      expect(sums.reduce((sum, slice) => sum + slice.objects, 0)).toBe(files.length);
    }
    expect(value.account).toMatchObject({ missingCount: 0, unreadVersions: 0 });
    expect(value.notes).toEqual([]);
    expect(value.complete).toBe(true);
  });

  it.each(['exp', 'team/nested'])(
    'branch %s misses nothing of its own, and main nothing of its',
    async (branch) => {
      const dataset = await open(written.lake);
      const { value } = await dataset.storage(branch).get(0);
      expect(value.account).toMatchObject({ missingCount: 0, unreadVersions: 0 });
      expect(value.complete).toBe(true);
    },
  );

  it('names the data file that is gone and who needs it, on main and for a branch', async () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'vamplate-gone-'));
    copies.push(copy);
    cpSync(written.lake, copy, { recursive: true });
    const dataset = await open(copy);
    const facts = await dataset.facts(null, 0);
    const entry = facts.names.columns.find(1n);
    if (entry === undefined) throw new Error('no version 1');
    const needs = await dataset.reader.manifests.readNeeds(dataset.reader.store, 'events.lance', entry);
    if (needs?.kind !== 'known') throw new Error('version 1 is unread');
    const lost = [...needs.table.keysOf(needs.own)].find((key) => key.endsWith('.lance'));
    if (lost === undefined) throw new Error('version 1 needs no data');
    rmSync(path.join(copy, 'events.lance', lost));
    const { value } = await dataset.storage(null).get(0);
    expect(value.account.missingCount).toBe(1);
    expect(value.account.missing[0]?.key).toBe(lost);
  });

  it('that was copied does not know what its branches need, and calls nothing reclaimable', async () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'vamplate-copied-'));
    copies.push(copy);
    cpSync(written.lake, copy, { recursive: true });
    const stage = stageOn(openLocalStore({ root: copy }), undefined, { policy: { retainVersions: 1 } });
    const { value } = await (await stage.lake.dataset('events.lance')).storage(null).get(0);
    expect(value.account.unreadVersions).toBeGreaterThan(0);
    expect(value.complete).toBe(false);
    for (const reason of ['reclaimable', 'orphaned', 'unverified']) expect(bytesOf(value, reason)).toBe(0);
  });
});

const mainUri = 's3://test/lake/t.lance';
const base = { id: 0, name: null, isDatasetRoot: true, path: mainUri };
const fragment = (id: number, file: FileSpec) => ({ id, files: [file] });

async function tableWith(settings: Parameters<typeof lakeStage>[0] = {}) {
  const stage = lakeStage(settings);
  const data = async (name: string) => {
    await stage.inner.put(`t.lance/data/${name}.lance`, new Uint8Array(1_000));
  };
  for (const name of ['one', 'two', 'three']) await data(name);
  await putVersion(stage.inner, 't.lance', 1n, {
    fragments: [fragment(0, { path: 'one.lance' })],
    committedAtMs: stage.clock.wall(),
  });
  await putVersion(stage.inner, 't.lance', 2n, {
    fragments: [fragment(0, { path: 'two.lance' })],
    committedAtMs: stage.clock.wall(),
  });
  await putVersion(stage.inner, 't.lance', 3n, {
    fragments: [fragment(0, { path: 'three.lance' })],
    committedAtMs: stage.clock.wall(),
  });
  const count = async (branch: string | null = null) => {
    const dataset = await stage.lake.dataset('t.lance');
    return (await dataset.storage(branch).get(0)).value;
  };
  return { ...stage, data, count };
}

describe('what branches need', () => {
  it('is not reclaimable though the version they were forked from would go', async () => {
    const { inner, clock, count } = await tableWith({ policy: { olderThan: '1day' } });
    await putBranch(inner, 't.lance', 'exp', 1, 'b'.repeat(32));
    await putVersion(inner, 't.lance', 1n, {
      on: 'exp',
      basePaths: [base],
      fragments: [fragment(0, { path: 'one.lance', baseId: 0 })],
    });
    await inner.delete('t.lance/_versions/18446744073709551614.manifest');
    clock.advance(30 * day);
    const report = await count();
    expect(bytesOf(report, 'branch')).toBeGreaterThanOrEqual(1_000);
    expect(bytesOf(report, 'reclaimable')).toBeGreaterThanOrEqual(1_000);
    expect(bytesOf(report, 'orphaned')).toBe(0);
    expect(report.account.missingCount).toBe(0);
  });

  it('counts for a folder without a reference as well', async () => {
    const { inner, clock, count } = await tableWith({ policy: { olderThan: '1day' } });
    await putVersion(inner, 't.lance', 1n, {
      on: 'lost',
      basePaths: [base],
      fragments: [fragment(0, { path: 'one.lance', baseId: 0 })],
    });
    await inner.delete('t.lance/_versions/18446744073709551614.manifest');
    clock.advance(30 * day);
    const report = await count();
    expect(bytesOf(report, 'orphaned')).toBe(0);
    expect(report.account.holders.map(({ subject }) => subject)).toContain('lost, which has no reference');
  });

  it('of a branch counts for another branch whose files it needs', async () => {
    const { inner, clock, count } = await tableWith({ policy: { olderThan: '1day' } });
    await putBranch(inner, 't.lance', 'exp', 1, 'b'.repeat(32));
    await putBranch(inner, 't.lance', 'sub', 1, 'c'.repeat(32));
    await inner.put('t.lance/tree/exp/data/own.lance', new Uint8Array(500));
    await putVersion(inner, 't.lance', 2n, { on: 'exp' });
    await putVersion(inner, 't.lance', 2n, {
      on: 'sub',
      basePaths: [{ ...base, path: `${mainUri}/tree/exp` }],
      fragments: [fragment(0, { path: 'own.lance', baseId: 0 })],
    });
    clock.advance(30 * day);
    const report = await count('exp');
    expect(bytesOf(report, 'orphaned')).toBe(0);
    expect(bytesOf(report, 'branch')).toBe(500);
    expect(report.account.missingCount).toBe(0);
  });

  it('is unknown where a branch names only places outside', async () => {
    const { inner, clock, count } = await tableWith({ policy: { olderThan: '1day' } });
    await putBranch(inner, 't.lance', 'exp', 1, 'b'.repeat(32));
    await putVersion(inner, 't.lance', 1n, {
      on: 'exp',
      basePaths: [{ ...base, path: '/lake/t.lance' }],
      fragments: [fragment(0, { path: 'one.lance', baseId: 0 })],
    });
    clock.advance(30 * day);
    const report = await count();
    expect(report.account.unreadVersions).toBe(1);
    expect(bytesOf(report, 'reclaimable')).toBe(0);
    expect(report.nextCleanup.freesBytes).toBeNull();
  });
});

describe('a cleanup that is faster than the count', () => {
  it('leaves no file missing that it deleted', async () => {
    const { count, dispatch, inner } = await tableWith();
    dispatch(async (call) => {
      if (call.verb === 'list' && call.key === 't.lance/') {
        await inner.delete('t.lance/data/one.lance');
        await inner.delete('t.lance/_versions/18446744073709551614.manifest');
      }
      return call.effect();
    });
    const report = await count();
    expect(report.account.missingCount).toBe(0);
    expect(report.notes).toContain('1 versions went while the storage was counted.');
  });

  it('does not hide a file that is really missing', async () => {
    const { count, inner } = await tableWith();
    await inner.delete('t.lance/data/two.lance');
    const report = await count();
    expect(report.account.missing).toEqual([{ key: 'data/two.lance', neededBy: 2n }]);
  });
});

describe('why the next cleanup would free nothing', () => {
  it('no policy', async () => {
    const { count, clock } = await tableWith();
    clock.advance(30 * day);
    const report = await count();
    expect(report.nextCleanup.verdict).toBe('no_policy');
    expect(bytesOf(report, 'reclaimable')).toBe(0);
  });

  it('all young', async () => {
    const { count } = await tableWith({ policy: { olderThan: '14days' } });
    expect((await count()).nextCleanup).toMatchObject({ verdict: 'nothing_selected', selected: 0 });
  });

  it('auto cleanup set and an old tag: it fails on that', async () => {
    const { count, inner, clock } = await tableWith();
    await putVersion(inner, 't.lance', 4n, {
      config: { 'lance.auto_cleanup.interval': '20', 'lance.auto_cleanup.older_than': '7days' },
      committedAtMs: clock.wall(),
    });
    await putTag(inner, 't.lance', 'release', 1);
    clock.advance(30 * day);
    const { nextCleanup } = await count();
    expect(nextCleanup.verdict).toBe('old_tag_fails');
    expect(nextCleanup.sentence).toContain('release');
    expect(nextCleanup.steps.map(({ result }) => result)).toContain(
      'at every commit whose version is a multiple of 20',
    );
  });

  it('held by a lease; and freed once it is gone', async () => {
    const { count, inner, clock, lake } = await tableWith({ policy: { retainVersions: 1 } });
    for (const version of [1n, 2n]) {
      const id = `${version}`.repeat(32);
      const name = { namespace: 'main', version, ttlMicros: 3_600_000_000n, id };
      await createLeaseFile(inner, rootOf(inner, 't.lance'), name);
    }
    expect((await count()).nextCleanup).toMatchObject({ verdict: 'held', selected: 2, kept: 2 });
    clock.advance(2 * 3_600_000);
    (await lake.dataset('t.lance')).storage(null).expire();
    expect((await count()).nextCleanup).toMatchObject({ verdict: 'frees', selected: 2, kept: 0 });
  });

  it('a number of versions that is not reached', async () => {
    const { count } = await tableWith({ policy: { retainVersions: 10 } });
    expect((await count()).nextCleanup).toMatchObject({ verdict: 'nothing_selected' });
  });

  it('a manifest that cannot be understood: nothing is reclaimable', async () => {
    const { count, inner, clock } = await tableWith({ policy: { retainVersions: 1 } });
    await inner.put(
      't.lance/_versions/18446744073709551614.manifest',
      new TextEncoder().encode('x'.repeat(99)),
    );
    clock.advance(30 * day);
    const report = await count();
    expect(report.account.unreadVersions).toBe(1);
    expect(bytesOf(report, 'reclaimable')).toBe(0);
    expect(report.complete).toBe(false);
  });
});

describe('a long history', () => {
  it('is counted from every name, not from the newest page', async () => {
    const stage = lakeStage();
    await putVersions(stage.inner, 't.lance', 1, 1_200);
    const { value } = await (await stage.lake.dataset('t.lance')).storage(null).get(0);
    expect(value.account.total.objects).toBe(1_200);
    expect(value.notes).toEqual([]);
  });
});
