/** One demo dataset as the record writers need it: its store, its root as control files spell it, its manifests. */
import { stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { type DatasetRoot, datasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';

export interface DemoDataset {
  readonly store: ObjectStore;
  readonly folder: string;
  readonly root: DatasetRoot;
}

/** @param folder the lake's folder; @param key the dataset below it */
export function demoDataset(store: ObjectStore, folder: string, key: string): DemoDataset {
  return { store, folder, root: datasetRoot(store.rootPath, key) };
}

export async function latestVersion(dataset: DemoDataset): Promise<bigint> {
  const listing = await listVersions(dataset.store, dataset.root.key, { extent: 'all' });
  if (listing.latest === null) throw new Error(`${dataset.root.key} has no version`);
  return listing.latest;
}

/** The full path inside the store of main's manifest of `version`. */
export function manifestPath(dataset: DemoDataset, version: bigint): string {
  return below(dataset.root.path, `${versionsFolder}${formatVersionName('v2', version)}`);
}

export async function manifestSize(dataset: DemoDataset, version: bigint): Promise<number> {
  const key = below(dataset.root.key, `${versionsFolder}${formatVersionName('v2', version)}`);
  return (await stat(path.join(dataset.folder, key))).size;
}

export const newId = (): string => uuidHex(systemRandom);

export function mustBeWritten(answer: WriteAnswer, what: string): void {
  if (answer.kind !== 'written') throw new Error(`${what} was not written: ${answer.kind}`);
}

/** Makes a record look as old as the story it tells; a local folder's stored time is the file's mtime. */
export async function age(dataset: DemoDataset, entry: string, ageMs: number): Promise<void> {
  const at = new Date(Date.now() - ageMs);
  await utimes(path.join(dataset.folder, below(dataset.root.key, entry)), at, at);
}
