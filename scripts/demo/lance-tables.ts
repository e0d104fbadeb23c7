/** Writes the demo's tables through LanceDB alone: every manifest, tag and branch here is as a released Lance wrote it. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Connection, connect, Index, type Table } from '@lancedb/lancedb';
import { chunkRows, eventRows, productRows, userRows } from './rows';

/** Where each table lies below the lake; the odd one has every character that an address must escape. */
export const demoTables = {
  events: 'events.lance',
  products: 'products.lance',
  users: 'users.lance',
  chunks: 'docs_chunks.lance',
  orders: 'eu/west/orders.lance',
  monthly: 'reports 日本 ~50%/monthly.lance',
} as const;

export async function writeTables(lake: string): Promise<void> {
  const db = await connect(lake);
  await writeEvents(db);
  await writeProducts(db);
  await writeUsers(db);
  await writeChunks(db);
  await writeOrders(await connectBelow(lake, path.dirname(demoTables.orders)));
  await writeMonthly(await connectBelow(lake, path.dirname(demoTables.monthly)));
}

async function connectBelow(lake: string, folder: string): Promise<Connection> {
  const place = path.join(lake, folder);
  await mkdir(place, { recursive: true });
  return connect(place);
}

/** The long history: some 60 versions with every kind of change, tags, and branches two deep. */
async function writeEvents(db: Connection): Promise<void> {
  const table = await db.createTable('events', eventRows(0, 4_000));
  let id = 4_000;
  const append = async (target: Table, times: number) => {
    for (let turn = 0; turn < times; turn += 1, id += 60) await target.add(eventRows(id, 60));
  };
  await append(table, 9);
  await tag(table, 'release-2026-09');
  await table.createIndex('id', { config: Index.btree() });
  await append(table, 8);
  await table.delete(`kind = 'refund' AND id < 1000`);
  await table.update({ where: 'id < 40', values: { note: 'corrected' } });
  await table.addColumns([{ name: 'amount_eur', valueSql: 'CAST(amount_cents AS DOUBLE) / 100' }]);
  await table.dropColumns(['amount_eur']);
  await append(table, 9);
  await tag(table, 'release-2026-10');
  const ranking = await (await table.branches()).create('experiment/ranking');
  await append(ranking, 3);
  const reranking = await (await table.branches()).create('experiment/reranking', 'experiment/ranking');
  await append(reranking, 2);
  await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(eventRows(100, 200));
  await table.createIndex('note', { config: Index.fts() });
  await append(table, 10);
  await table.optimize();
  await append(table, 8);
  await table.delete('user_id = 13');
  await (await table.branches()).create('hotfix-1');
  await append(table, 6);
  await tag(table, 'audit.q3');
}

async function writeProducts(db: Connection): Promise<void> {
  const table = await db.createTable('products', productRows(0, 800));
  for (let turn = 0; turn < 10; turn += 1) {
    await table
      .mergeInsert('sku')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .execute(productRows(turn * 40, 60));
  }
  await table.update({ where: 'price_cents < 1000', values: { in_stock: false } });
  await tag(table, 'catalogue');
  await table.add(productRows(2_000, 100), { mode: 'overwrite' });
}

/** Released names only: no lease, marker, intent or state ever lies here. */
async function writeUsers(db: Connection): Promise<void> {
  const table = await db.createTable('users', userRows(0, 300));
  for (let turn = 1; turn <= 6; turn += 1) await table.add(userRows(turn * 300, 50));
  await tag(table, 'gdpr-snapshot');
  await table.delete('user_id % 17 = 0');
}

async function writeChunks(db: Connection): Promise<void> {
  const table = await db.createTable('docs_chunks', chunkRows(0, 1_200));
  await table.createIndex('vector', { config: Index.ivfPq({ numPartitions: 4, numSubVectors: 8 }) });
  for (let turn = 0; turn < 7; turn += 1) await table.add(chunkRows(1_200 + turn * 80, 80));
  await tag(table, 'eval-baseline');
  await table.optimize();
  await table.add(chunkRows(2_000, 80));
}

async function writeOrders(db: Connection): Promise<void> {
  const table = await db.createTable('orders', eventRows(0, 500));
  for (let turn = 1; turn <= 8; turn += 1) await table.add(eventRows(turn * 500, 40));
  await table.update({ where: 'amount_cents > 19000', values: { note: 'checked by hand' } });
}

async function writeMonthly(db: Connection): Promise<void> {
  const table = await db.createTable('monthly', productRows(0, 60));
  for (let turn = 1; turn <= 4; turn += 1) await table.add(productRows(turn * 60, 60));
  await tag(table, '月次-2026');
  const version = await table.version();
  await table.checkout(2);
  await table.restore();
  await table.checkoutLatest();
  if ((await table.version()) <= version) throw new Error('restoring made no version');
}

async function tag(table: Table, name: string): Promise<void> {
  await (await table.tags()).create(name, await table.version());
}
