/** Tables ready to be cleaned, as often as a bench needs one: an old history, a pause, ten newer versions, compacted. */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@lancedb/lancedb';
import pLimit from 'p-limit';
import { systemClock } from '@/lib/base/clock';
import { openStore } from '@/lib/engine/store/open-store';
import type { BenchSetting } from './bench';
import { historyTable } from './histories';
import { localPlace, type Place, s3Place, upload } from './places';

export const keptVersions = 10;

export interface CleanableCopy {
  readonly place: Place;
  remove(): Promise<void>;
}

export interface Cleanable {
  /** Older versions, `size` of them, may go; the ten newer ones stay. */
  readonly cut: Date;
  /** A copy that nobody has cleaned; everything in it is relative, so it is the same table. */
  copy(): Promise<CleanableCopy>;
}

/** @param size how many versions are to be retired */
export async function cleanable(
  setting: BenchSetting,
  store: 'local' | 's3',
  size: number,
): Promise<Cleanable> {
  const base = fileURLToPath((await setting.history('local', size)).options.uri);
  const template = path.join(setting.folder, `cleanable-${store}-${size}`);
  await cp(base, template, { recursive: true, preserveTimestamps: true });
  const cut = await addNewer(template);
  let copies = 0;
  const copy = async (): Promise<CleanableCopy> => {
    copies += 1;
    const name = `cleanable-${size}-copy-${copies}`;
    if (store === 'local') {
      const folder = path.join(setting.folder, name);
      await cp(template, folder, { recursive: true, preserveTimestamps: true });
      return { place: localPlace(folder), remove: () => rm(folder, { recursive: true, force: true }) };
    }
    const { server, proxy } = await setting.s3();
    await upload(server, template, name);
    const place = s3Place(server, proxy, name);
    return { place, remove: () => empty(place) };
  };
  return { cut, copy };
}

/** Compaction is part of LanceDB's `optimize`: it is done before, so that only the cleanup is timed. */
async function addNewer(lake: string): Promise<Date> {
  const db = await connect(lake);
  const table = await db.openTable(historyTable);
  await systemClock.sleep(200);
  const cut = new Date();
  await systemClock.sleep(200);
  const oldest = (await table.version()) + 1;
  await table.optimize();
  // Restoring the compacted version adds a version and nothing to compact.
  while ((await table.version()) < oldest + keptVersions - 1) {
    await table.checkout(await table.version());
    await table.restore();
    await table.checkoutLatest();
  }
  const before = await table.version();
  await table.optimize();
  const newer = (await table.version()) - oldest + 1;
  if (newer !== keptVersions || before !== (await table.version())) {
    throw new Error(`${newer} versions are newer, or the table is not at rest`);
  }
  db.close();
  return cut;
}

async function empty({ options }: Place): Promise<void> {
  const store = openStore(options);
  const atOnce = pLimit(4);
  const keys: string[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = await store.list({ prefix: '', ...(next === undefined ? {} : { next }) });
    keys.push(...page.objects.map(({ key }) => key));
    next = page.next;
  }
  const batches = Array.from({ length: Math.ceil(keys.length / 1_000) }, (_, at) =>
    keys.slice(at * 1_000, (at + 1) * 1_000),
  );
  await Promise.all(batches.map((batch) => atOnce(() => store.deleteBatch(batch))));
}
