/** A table written in this run and, on copies, every recorded dataset, through the routes: versions, times, rows, tags and branches as the official engine says. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfDataset, currentTables, historicalDatasets } from '@/lib/testing/lance-fixtures';
import { routesOver } from '@/lib/testing/routes-over';
import { type WrittenTable, writeEventsTable } from '@/lib/testing/write-lance';

/** The copy is a lake whose own root is the dataset. */
function open(folder: string) {
  const routes = routesOver(null, { lakes: [{ id: 'copy', uri: pathToFileURL(folder).href }] });
  return { ...routes, params: { lake: 'copy', id: '~' } };
}

describe('a table written by LanceDB in this run', () => {
  let written: WrittenTable;
  let routes: ReturnType<typeof routesOver>;
  beforeAll(async () => {
    written = await writeEventsTable();
    routes = routesOver(null, { lakes: [{ id: 'written', uri: pathToFileURL(written.lake).href }] });
  });
  afterAll(async () => {
    await routes.close();
    written.remove();
  });
  const params = { lake: 'written', id: 'events.lance' };

  it('agrees with listVersions on main and on every branch', async () => {
    const truths = new Map([[undefined, written.truth.versions], ...written.branchTruths]);
    expect(truths.size).toBe(3);
    for (const [branch, versions] of truths) {
      const page = await routes.get('versions', { params, query: { branch, limit: 1000 } });
      expect(page.items.map(({ version }) => Number(version))).toEqual(
        versions.map(({ version }) => version).toReversed(),
      );
      for (const { version, timestamp, rows, metadata } of versions) {
        const place = { params: { ...params, version: String(version) }, query: { branch } };
        expect(await routes.get('version', place)).toMatchObject({
          committedAt: timestamp,
          rows,
          fragments: Number(metadata.total_fragments),
          dataFiles: Number(metadata.total_data_files),
          bytes: Number(metadata.total_files_size),
          deletedRows: Number(metadata.total_deletion_file_rows),
        });
      }
    }
  });

  it('shows its tags and branches, what they hold, and is green', async () => {
    const { items } = await routes.get('references', { params });
    expect(
      items.map(({ kind, name, targetVersion, targetStanding }) => [
        kind,
        name,
        targetVersion,
        targetStanding,
      ]),
    ).toEqual([
      ['branch', 'exp', '3', 'present'],
      ['branch', 'team/nested', '4', 'present'],
      ['tag', 'release-1', '3', 'present'],
      ['tag', 'release-2', '7', 'present'],
    ]);
    const held = await routes.get('versions', { params, query: { kept: 'tag' } });
    expect(held.items.map(({ version }) => version)).toEqual(['7', '3']);
    const forked = await routes.get('versions', { params, query: { kept: 'branch' } });
    expect(forked.items.map(({ version }) => version)).toEqual(['3']);
    expect(await routes.get('dataset', { params })).toMatchObject({
      state: 'ok',
      problem: null,
      damage: [],
      indices: 2,
    });
  });
});

describe.each([...historicalDatasets(), ...currentTables()])('$path', (dataset) => {
  const copy = copyOfDataset(dataset);
  afterAll(() => copy.remove());
  const { truth } = dataset;

  it('agrees with the engine on every version, its time to the millisecond and its rows', async () => {
    const { get, close, params } = open(copy.folder);
    const detail = await get('dataset', { params });
    expect(detail.versionCount).toEqual({ kind: 'exact', value: String(truth.versions.length) });
    expect(detail.latest).toBe(String(truth.versions.at(-1)?.version));
    expect(detail.namingScheme).toBe(truth.usesV2 === false ? 'v1' : 'v2');
    const { items } = await get('versions', { params, query: { limit: 1000 } });
    expect(items.map(({ version }) => Number(version))).toEqual(
      truth.versions.map(({ version }) => version).toReversed(),
    );
    for (const { version, timestamp, rows } of truth.versions) {
      const row = await get('version', { params: { ...params, version: String(version) } });
      // A text is the engine's own error: the recorded dataset lacks its data files, and nobody knows its rows.
      expect([row.committedAt, row.rows, row.read]).toEqual([
        timestamp,
        typeof rows === 'string' ? null : rows,
        'read',
      ]);
    }
    await close();
  });

  it('agrees on tags and branches, and its storage is its folder to the byte', async () => {
    const { get, close, params } = open(copy.folder);
    const { items } = await get('references', { params, query: { limit: 1000 } });
    const tags = items.filter(({ kind }) => kind === 'tag');
    expect(Object.fromEntries(tags.map(({ name, targetVersion }) => [name, Number(targetVersion)]))).toEqual(
      truth.tags ?? {},
    );
    expect(tags.every(({ targetStanding }) => targetStanding === 'present')).toBe(true);
    const branches = items.filter(({ kind }) => kind === 'branch').map(({ name }) => name);
    expect(branches.sort()).toEqual(Object.keys(truth.branches ?? {}).sort());
    for (const branch of branches) {
      const page = await get('versions', { params, query: { branch } });
      expect(page.items.length).toBeGreaterThan(0);
    }
    const storage = await get('storage', { params });
    const files = readdirSync(copy.folder, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(storage.totalObjects).toBe(files.length);
    const sum = (slices: readonly { bytes: number }[]) =>
      slices.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum(storage.byReason)).toBe(storage.totalBytes);
    expect(sum(storage.byClass)).toBe(storage.totalBytes);
    // Without a policy nothing may go; two of them carry one of their own.
    const reclaimable = storage.byReason.find(({ reason }) => reason === 'reclaimable');
    if (reclaimable !== undefined) expect(storage.nextCleanup.policySource).toBe('auto_cleanup');
    if (storage.nextCleanup.policySource !== 'auto_cleanup')
      expect(storage.nextCleanup.autoCleanup).toEqual({});
    // The engine's error names a data file that the recorded dataset lacks: so do we.
    const lost = truth.versions.flatMap(({ rows }) => (typeof rows === 'string' ? [rows] : []));
    expect(storage.missingCount > 0).toBe(withoutData.includes(dataset.path));
    if (lost.length > 0) {
      const named = storage.missing.map(({ key }) => path.basename(key, '.lance'));
      expect(lost.every((error) => named.some((file) => error.includes(file)))).toBe(true);
    }
    // A copy's branches name the place they were written at: what they need here is not known.
    if (branches.length > 0) expect(storage.unreadVersions).toBeGreaterThan(0);
    await close();
  });

  it('says what is damaged when its newest manifest is, and shows the rest', async () => {
    const name = await newestManifest(copy.folder);
    writeFileSync(path.join(copy.folder, '_versions', name), 'not a manifest');
    const { get, close, params } = open(copy.folder);
    const detail = await get('dataset', { params });
    expect(detail.state).toBe('stop');
    expect(detail.damage.join(' ')).toContain('The newest manifest');
    expect(detail.problem).toContain('The newest manifest');
    const { items } = await get('versions', { params });
    expect(items[0]).toMatchObject({ read: 'failed', verdict: 'latest', rows: null, committedAt: null });
    expect(items).toHaveLength(truth.versions.length);
    for (const item of items.slice(1)) expect(['unknown', 'held']).toContain(item.verdict);
    const fleet = await get('attention');
    expect(fleet.items.map(({ kind }) => kind)).toContain('dataset_damaged');
    rmSync(path.join(copy.folder, '_versions'), { recursive: true });
    await close();
  });
});

/** Recorded without the data files their manifests name. */
const withoutData = [
  'lance-history/v0.5.9/dataset_with_fragments',
  'lance-history/v0.30.0_pre_created_at/index_without_created_at',
];

async function newestManifest(folder: string): Promise<string> {
  const { get, close, params } = open(folder);
  const { latest } = await get('dataset', { params });
  const { manifestKey } = await get('version', { params: { ...params, version: latest ?? '' } });
  await close();
  return path.basename(manifestKey);
}
