/** Tables that LanceDB wrote for one story, and what LanceDB itself then reads of them. */
import { type Connection, connect, type Table } from '@lancedb/lancedb';

/** A folder or an s3:// address, and how LanceDB reaches it. */
export interface TablePlace {
  readonly uri: string;
  readonly storageOptions?: Readonly<Record<string, string>>;
}

/** Five versions: rows, three times other rows in their place, ten more at the end. The newest two are told by their count. */
export async function writeTable(place: TablePlace, name: string): Promise<void> {
  await connected(place, async (db) => {
    const table = await db.createTable(name, rows(0, 40));
    for (const from of [100, 200, 300]) await table.add(rows(from, 10), { mode: 'overwrite' });
    await table.add(rows(400, 10));
  });
}

/** Two branches one after the other: `outer`, forked from main, and `inner`, forked from it; each with versions of its own. */
export async function writeBranches(place: TablePlace, name: string): Promise<void> {
  await opened(place, name, async (table) => {
    const outer = await (await table.branches()).create('outer');
    await outer.add(rows(500, 10));
    const inner = await (await table.branches()).create('inner', 'outer');
    await inner.add(rows(600, 10));
  });
}

/** One version more. */
export function addToBranch(place: TablePlace, name: string, branch: string): Promise<void> {
  return opened(place, name, async (table) => {
    const there = await (await table.branches()).checkout(branch);
    await there.add(rows(700, 10));
  });
}

/** Every version with the rows that LanceDB reads in it. */
export function readable(
  place: TablePlace,
  name: string,
): Promise<readonly (readonly [version: number, rows: number])[]> {
  return opened(place, name, async (table) => {
    const counted: [number, number][] = [];
    for (const { version } of await table.listVersions()) {
      await table.checkout(version);
      counted.push([version, (await table.query().toArray()).length]);
    }
    return counted;
  });
}

export function tagsOf(place: TablePlace, name: string): Promise<Record<string, number>> {
  return opened(place, name, async (table) => {
    const listed = await (await table.tags()).list();
    return Object.fromEntries(Object.entries(listed).map(([tag, { version }]) => [tag, Number(version)]));
  });
}

/** The released way: it knows no marker. */
export function tagByLance(place: TablePlace, name: string, tag: string, version: number): Promise<void> {
  return opened(place, name, async (table) => (await table.tags()).create(tag, version));
}

export function branchesOf(place: TablePlace, name: string): Promise<readonly string[]> {
  return opened(place, name, async (table) => Object.keys(await (await table.branches()).list()).sort());
}

/** A session of its own each time, so that nothing LanceDB has in memory hides an object that is gone. */
async function connected<T>(
  { uri, storageOptions = {} }: TablePlace,
  use: (db: Connection) => Promise<T>,
): Promise<T> {
  const db = await connect(uri, { storageOptions: { ...storageOptions } });
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

function opened<T>(place: TablePlace, name: string, use: (table: Table) => Promise<T>): Promise<T> {
  return connected(place, async (db) => use(await db.openTable(name)));
}

function rows(from: number, count: number) {
  return Array.from({ length: count }, (_, at) => ({ id: from + at, text: `row ${from + at}` }));
}
