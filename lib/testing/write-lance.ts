/** Writes real tables with the official engine, so that a clean clone can prove the reader without any fixture. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, Index, type Table } from '@lancedb/lancedb';
import type { TrueTable, TrueVersion } from './lance-fixtures';

export interface WrittenTable {
  /** The lake: the folder that holds the table. */
  readonly lake: string;
  /** Key of the table below the lake. */
  readonly root: string;
  /** What the engine itself reads back, as TRUTH.json has it. */
  readonly truth: TrueTable;
  /** The same for each branch. */
  readonly branchTruths: ReadonlyMap<string, readonly TrueVersion[]>;
  remove(): void;
}

/**
 * A table of 12 or more versions in a temporary lake: appends, a delete, an update, two indices, added columns,
 * a compaction, two tags and the branches `exp` (from version 3) and `team/nested` (from `exp`).
 */
export async function writeEventsTable(): Promise<WrittenTable> {
  const lake = mkdtempSync(path.join(tmpdir(), 'vamplate-written-'));
  const db = await connect(lake);
  const table = await db.createTable('events', rows(0, 300));
  for (let batch = 0; batch < 4; batch += 1) await table.add(rows(300 + batch * 20, 20));
  await table.delete('id % 7 = 0');
  await table.update({ where: 'id < 10', values: { text: 'changed' } });
  await table.createIndex('id', { config: Index.btree() });
  await table.createIndex('text', { config: Index.fts() });
  const tags = await table.tags();
  await tags.create('release-1', 3);
  await tags.create('release-2', 7);

  const branches = await table.branches();
  const exp = await branches.create('exp', undefined, 3);
  await exp.add(rows(1_000, 5));
  await exp.add(rows(1_005, 5));
  const nested = await (await exp.branches()).create('team/nested', 'exp', 4);
  await nested.add(rows(2_000, 3));

  await table.addColumns([{ name: 'twice', valueSql: 'id * 2' }]);
  await table.optimize();
  const truth: TrueTable = {
    versions: await versionsOf(table),
    usesV2: true,
    tags: { 'release-1': 3, 'release-2': 7 },
    branches: await branches.list(),
    indices: (await table.listIndices()).map(({ name, indexType, columns }) => ({
      name,
      type: indexType,
      columns,
    })),
  };
  const branchTruths = new Map([
    ['exp', await versionsOf(exp)],
    ['team/nested', await versionsOf(nested)],
  ]);
  for (const open of [table, exp, nested]) open.close();
  db.close();
  return {
    lake,
    root: 'events.lance',
    truth,
    branchTruths,
    remove: () => rmSync(lake, { recursive: true, force: true }),
  };
}

function rows(from: number, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    text: `row ${from + at}`,
    vector: [0, 1, 2, 3].map((k) => (at + k) / 10),
  }));
}

/** Every version with the rows the engine counts in it. */
async function versionsOf(table: Table): Promise<readonly TrueVersion[]> {
  const versions: TrueVersion[] = [];
  for (const { version, timestamp, metadata } of await table.listVersions()) {
    await table.checkout(version);
    versions.push({ version, timestamp: timestamp.toISOString(), metadata, rows: await table.countRows() });
  }
  await table.checkoutLatest();
  return versions;
}
