/** Six versions that LanceDB wrote: three to go with files of their own, an index and a deletion file; three that stay. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, Index } from '@lancedb/lancedb';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { takeSnapshot } from '@/lib/testing/lance-scenarios/memory-copy';
import { rows } from '@/lib/testing/lance-scenarios/scenarios';

/** Bytes by key; manifests name no place, so they are at home wherever they are put. */
export async function lanceHistory(): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vamplate-crash-table-'));
  try {
    const db = await connect(folder);
    const table = await db.createTable('events', rows(0, 60));
    await table.delete('id % 7 = 0');
    await table.createIndex('id', { config: Index.btree() });
    await table.add(rows(100, 30), { mode: 'overwrite' });
    await table.add(rows(200, 10));
    await table.add(rows(300, 10));
    if ((await table.version()) !== 6) throw new Error('LanceDB made other versions than this history has');
    table.close();
    db.close();
    return (await takeSnapshot(openLocalStore({ root: folder }))).objects;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What LanceDB itself counts in each version of the table below `folder`. */
export async function countRows(folder: string): Promise<ReadonlyMap<number, number>> {
  const db = await connect(folder);
  const table = await db.openTable('events');
  const counted = new Map<number, number>();
  for (const { version } of await table.listVersions()) {
    await table.checkout(version);
    counted.set(version, await table.countRows());
  }
  db.close();
  return counted;
}
