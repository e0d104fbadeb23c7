/** Opens all that a place holds with LanceDB itself, in a session of its own, and counts and reads the rows of each. */
import type { Table } from '@lancedb/lancedb';
import type { ScenarioPlace } from './scenario-place';

/** `events.lance:3`, `events.lance/tree/exp:4`, `events.lance@audit`: its rows, or what LanceDB says instead. */
export type Readings = ReadonlyMap<string, number | string>;

export async function readEverything(place: ScenarioPlace): Promise<Readings> {
  const readings = new Map<string, number | string>();
  const db = await place.connect();
  for (const name of await db.tableNames()) {
    const root = `${name}.lance`;
    const table = await db.openTable(name);
    await readVersions(table, root, readings);
    for (const tag of Object.keys(await (await table.tags()).list())) {
      readings.set(`${root}@${tag}`, await rowsAt(table, tag));
    }
    await table.checkoutLatest();
    const branches = await table.branches();
    for (const branch of Object.keys(await branches.list())) {
      const opened = await branches.checkout(branch);
      await readVersions(opened, `${root}/tree/${branch}`, readings);
      opened.close();
    }
    table.close();
  }
  db.close();
  return readings;
}

/**
 * What a cleanup broke: one line for each survivor that LanceDB does not read as before.
 * @param survivors what must still be there, named as in the readings
 */
export function brokenReadings(
  before: Readings,
  after: Readings,
  survivors: readonly string[],
): readonly string[] {
  return survivors.flatMap((name) => {
    const was = before.get(name);
    const is = after.get(name);
    return was === is && typeof is === 'number'
      ? []
      : [`${name} had ${was} rows, now ${is ?? 'is not listed'}`];
  });
}

async function readVersions(
  table: Table,
  root: string,
  readings: Map<string, number | string>,
): Promise<void> {
  for (const { version } of await table.listVersions()) {
    readings.set(`${root}:${version}`, await rowsAt(table, version));
  }
  await table.checkoutLatest();
}

/** Counted, scanned and looked up: the last goes through a scalar index where there is one. */
async function rowsAt(table: Table, version: number | string): Promise<number | string> {
  try {
    await table.checkout(version);
    const counted = await table.countRows();
    const scanned = (await table.query().toArray()).length;
    const looked = (await table.query().where('id >= 0').toArray()).length;
    return counted === scanned && counted === looked
      ? counted
      : `counts differ: ${counted}, ${scanned}, ${looked}`;
  } catch (error) {
    return `cannot be read: ${String(error).slice(0, 200)}`;
  }
}
