/** The histories that both cleaners are given: each a script in two acts, what is old by the policy and what is not. */
import { type Connection, Index, type Table } from '@lancedb/lancedb';
import type { ScenarioPlace } from './scenario-place';

export interface LanceScenario {
  readonly name: string;
  /** Which branch is cleaned; null is main. */
  readonly branch: string | null;
  /** Old enough to go by the time of the cleanup. The table is `events`. */
  old(db: Connection, place: ScenarioPlace): Promise<void>;
  /** Later than the policy's cut. */
  fresh(db: Connection, place: ScenarioPlace): Promise<void>;
}

export const eventsTable = 'events';

export const scenarios: readonly LanceScenario[] = [
  {
    name: 'appends and deletes',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 60));
      await append(table, 100, 4);
      await table.delete('id % 7 = 0');
      await append(table, 200, 3);
      await table.delete('id BETWEEN 100 AND 119');
    },
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await append(table, 300, 2);
      await table.delete('id = 301');
    },
  },
  {
    name: 'updates',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 80));
      await upsert(table, 60, 40);
      await table.update({ where: 'id < 10', values: { text: 'changed' } });
      await upsert(table, 0, 5);
      await table.add(rows(500, 30), { mode: 'overwrite' });
      await table.update({ where: 'id < 510', values: { text: 'again' } });
    },
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await upsert(table, 505, 40);
      await table.update({ where: 'id > 530', values: { text: 'late' } });
    },
  },
  {
    name: 'indices rebuilt',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 300));
      await table.createIndex('id', { config: Index.btree() });
      await table.createIndex('text', { config: Index.fts() });
      await table.createIndex('vector', { config: Index.ivfFlat({ numPartitions: 2 }) });
      await append(table, 300, 2);
      await table.createIndex('id', { config: Index.btree(), replace: true });
      await table.dropIndex('vector_idx');
    },
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await append(table, 400, 1);
      await table.createIndex('id', { config: Index.btree(), replace: true });
    },
  },
  {
    name: 'compaction',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 20));
      await append(table, 100, 6);
      await table.optimize();
      await append(table, 200, 4);
      await table.delete('id % 3 = 0');
      await table.optimize();
    },
    async fresh(db) {
      await append(await db.openTable(eventsTable), 300, 2);
    },
  },
  {
    name: 'restored versions',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 40));
      await append(table, 100, 3);
      await table.delete('id >= 100');
      await restore(table, 2);
      await append(table, 200, 2);
      await table.add(rows(700, 3), { mode: 'overwrite' });
    },
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await restore(table, 3);
      await append(table, 800, 1);
    },
  },
  {
    name: 'columns added and dropped',
    branch: null,
    async old(db) {
      const table = await db.createTable(eventsTable, rows(0, 40));
      await table.addColumns([{ name: 'twice', valueSql: 'id * 2' }]);
      await append(table, 100, 1, (row) => ({ ...row, twice: row.id * 2 }));
      await table.addColumns([{ name: 'half', valueSql: 'CAST(id AS DOUBLE) / 2' }]);
      await table.dropColumns(['twice']);
    },
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await table.addColumns([{ name: 'third', valueSql: 'CAST(id AS DOUBLE) / 3' }]);
    },
  },
  {
    name: 'nested branches, main is cleaned',
    branch: null,
    old: withBranches,
    async fresh(db) {
      await append(await db.openTable(eventsTable), 300, 2);
    },
  },
  {
    name: 'nested branches, the middle one is cleaned',
    branch: 'exp',
    old: withBranches,
    async fresh(db) {
      const table = await db.openTable(eventsTable);
      await append(await (await table.branches()).checkout('exp'), 3_000, 2);
    },
  },
];

/** Where LanceDB refuses, because of a tag, and where it does not look, because of a clone elsewhere. */
export const taggedScenario: LanceScenario = {
  name: 'an old version is tagged',
  branch: null,
  async old(db) {
    const table = await db.createTable(eventsTable, rows(0, 40));
    await append(table, 100, 4);
    await table.delete('id % 5 = 0');
    await (await table.tags()).create('audit', 3);
    await append(table, 200, 2);
  },
  async fresh(db) {
    await append(await db.openTable(eventsTable), 300, 2);
  },
};

export const clonedTable = 'cloned';

export const clonedScenario: LanceScenario = {
  name: 'another table is a shallow clone of an old version',
  branch: null,
  async old(db, place) {
    const table = await db.createTable(eventsTable, rows(0, 40));
    await append(table, 100, 4);
    await table.add(rows(900, 10), { mode: 'overwrite' });
    await append(table, 200, 2);
    await db.cloneTable(clonedTable, place.uriOf(eventsTable), { sourceVersion: 3 });
    await (await db.openTable(clonedTable)).add(rows(5_000, 3));
  },
  async fresh(db) {
    await append(await db.openTable(eventsTable), 300, 2);
  },
};

async function withBranches(db: Connection): Promise<void> {
  const table = await db.createTable(eventsTable, rows(0, 60));
  await append(table, 100, 3);
  const exp = await (await table.branches()).create('exp', undefined, 3);
  await append(exp, 1_000, 3);
  await exp.delete('id = 1001');
  const nested = await (await exp.branches()).create('team/nested', 'exp', 5);
  await append(nested, 2_000, 2);
  await table.delete('id < 30');
  await append(table, 200, 2);
  await exp.add(rows(1_500, 4), { mode: 'overwrite' });
}

interface Row extends Record<string, unknown> {
  readonly id: number;
  readonly text: string;
  readonly vector: number[];
}

export function rows(from: number, count: number): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    text: `row ${from + at}`,
    vector: [0, 1, 2, 3].map((k) => (at + k) / 10),
  }));
}

async function append(
  table: Table,
  from: number,
  times: number,
  as: (row: Row) => Record<string, unknown> = (row) => row,
): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await table.add(rows(from + turn * 10, 10).map(as));
}

async function upsert(table: Table, from: number, count: number): Promise<void> {
  const changed = rows(from, count);
  await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(changed);
}

async function restore(table: Table, version: number): Promise<void> {
  await table.checkout(version);
  await table.restore();
  await table.checkoutLatest();
}
