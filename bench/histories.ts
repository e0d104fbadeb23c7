/** Tables with a history of a wanted length, written by LanceDB once per run and shared by the benches. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';

export const historyTable = 'history';
export const historyRoot = `${historyTable}.lance`;

/** @returns the folder of a lake whose one table has `versions` versions, each an append of one row */
export async function localHistory(folder: string, versions: number): Promise<string> {
  const lake = path.join(folder, `history-${versions}`);
  await mkdir(lake, { recursive: true });
  const table = await (await connect(lake)).createTable(historyTable, [{ id: 0, text: 'first' }]);
  for (let id = 1; id < versions; id += 1) await table.add([{ id, text: `row ${id}` }]);
  return lake;
}
