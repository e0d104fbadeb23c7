/** Finds the folders below `tree/` that hold manifests, by their names alone; the files of branches are not listed. */
import { VamplateError } from '@/lib/base/errors';
import { below, branchesFolder } from '@/lib/engine/lance/paths';
import type { ListPage, ObjectStore } from '@/lib/engine/store/object-store';

const maxFolders = 10_000;
const maxDepth = 32;
/** Folders of a dataset itself: no branch lies in them. */
const ofDataset = new Set([
  '_versions',
  '_transactions',
  '_deletions',
  '_indices',
  '_refs',
  '_mem_wal',
  'data',
]);

/**
 * @param rootKey the dataset's root below the store
 * @returns paths below `tree/`: names of branches, and of folders that no reference names
 * @throws `unavailable` when a listing fails, or there are more folders than are ever looked at
 */
export async function findTreeFolders(
  store: ObjectStore,
  rootKey: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const tree = below(rootKey, branchesFolder);
  const found: string[] = [];
  let level = [''];
  for (let depth = 0, looked = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw tooMany(tree);
    const deeper: string[] = [];
    for (const path of level) {
      looked += 1;
      if (looked > maxFolders) throw tooMany(tree);
      for (const name of await foldersIn(store, `${tree}${path}`, signal)) {
        if (name === '_versions' && path !== '') found.push(path.slice(0, -1));
        else if (!ofDataset.has(name) || path === '') deeper.push(`${path}${name}/`);
      }
    }
    level = deeper;
  }
  return found;
}

async function foldersIn(
  store: ObjectStore,
  prefix: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxFolders; pages += 1) {
    const page: ListPage = await store.list({
      prefix,
      delimiter: '/',
      ...(next === null ? {} : { next }),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const folder of page.prefixes) names.push(folder.slice(prefix.length, -1));
    next = page.next;
    if (next === null) return names;
  }
  throw tooMany(prefix);
}

function tooMany(prefix: string): VamplateError {
  return new VamplateError('unavailable', 'There are more branch folders than are ever looked at.', {
    prefix,
  });
}
