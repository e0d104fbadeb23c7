/** Counts the rows of a version whose manifest does not record them, from its own files; bounded, else unknown. */
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { rowsOfArrowFile, rowsOfDataFile } from './legacy-rows';
import type { FragmentFacts, ManifestFacts } from './manifest-facts';
import { below, dataKey, deletionKey } from './paths';
import { named, readTail } from './read-tail';

/** More fragments than this are not worth their requests for one number. */
const maxFragments = 64;
const maxDeletionBytes = 16 * 1024 * 1024;
const tailBytes = 4 * 1024;
const maxMetadataBytes = 1024 * 1024;

/**
 * Rows a reader sees in a version whose `counts.rows` is null, as the engine counts them: from one data file of each
 * fragment and its deletion file, two or three requests each.
 * @returns null when it cannot be told: a file is gone, lies in another dataset, is of a later format or the table is
 *   too large
 * @throws `corrupt` when a file contradicts its format
 */
export async function countLegacyRows(
  store: ObjectStore,
  root: string,
  manifest: Pick<ManifestFacts, 'fragments' | 'dataFormat'>,
  options: ReadOptions = {},
): Promise<number | null> {
  if (manifest.fragments.length > maxFragments) return null;
  // Later writers state their data format, and record the rows.
  if (manifest.dataFormat !== null && manifest.dataFormat.version !== '0.1') return null;
  let rows = 0;
  for (const fragment of manifest.fragments) {
    const physical = await physicalRows(store, root, fragment, options);
    const deleted = physical === null ? null : await deletedRows(store, root, fragment, options);
    if (physical === null || deleted === null || deleted > physical) return null;
    rows += physical - deleted;
  }
  return rows;
}

async function physicalRows(
  store: ObjectStore,
  root: string,
  fragment: FragmentFacts,
  options: ReadOptions,
): Promise<number | null> {
  const [file] = fragment.files;
  if (file === undefined || file.baseId !== null) return null;
  const key = below(root, dataKey(file.path));
  for (let length = tailBytes; ; ) {
    const read = await readTail(store, key, length, options);
    if (read === null) return null;
    const reading = named(key, () => rowsOfDataFile(read.tail));
    if (reading.kind === 'rows') return reading.rows;
    const needed = read.meta.size - reading.start;
    if (needed <= length || needed > maxMetadataBytes) return null;
    length = needed;
  }
}

async function deletedRows(
  store: ObjectStore,
  root: string,
  fragment: FragmentFacts,
  options: ReadOptions,
): Promise<number | null> {
  const { deletionFile } = fragment;
  if (deletionFile === null) return 0;
  if (deletionFile.baseId !== null || deletionFile.type !== 'arrow') return deletionFile.deletedRows;
  const key = below(root, deletionKey(fragment.id, deletionFile.readVersion, deletionFile.id, 'arrow'));
  const answer = await store.get(key, { ...options, maxBytes: maxDeletionBytes });
  return answer.kind === 'found' ? named(key, () => rowsOfArrowFile(answer.body)) : null;
}
