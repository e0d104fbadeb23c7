/** Finds the folders below `tree/` that hold manifests, by names alone; the files of branches are not listed. */
import { VamplateError } from '@/lib/base/errors';
import { below, branchesFolder, branchRefsFolder } from '@/lib/engine/lance/paths';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import type { ListOptions, ObjectStore } from '@/lib/engine/store/object-store';

const maxFolders = 10_000;
const maxDepth = 32;
/** Folders of a dataset itself: they may hold any number of files, so branches below them are found by reference alone. */
const ofDataset = new Set([
  '_versions',
  '_transactions',
  '_deletions',
  '_indices',
  '_refs',
  '_mem_wal',
  'data',
]);
/** Layouts of proposals, where files are needed by what no manifest says: never cleaned (A.1). */
const proposed = new Set(['_bt', '_branch_generations']);

export interface TreeFolders {
  /** Paths below `tree/`: names of branches, and of folders that no reference names. */
  readonly branches: readonly string[];
  /** Folders, below the dataset's root, of layouts that only proposals write. */
  readonly proposals: readonly string[];
}

/**
 * One call where there are no branches, else one for each folder on the way to one.
 * @param rootKey the dataset's root below the store
 * @throws `unavailable` when a listing fails, or there are more folders than are ever looked at
 */
export async function findTreeFolders(
  store: ObjectStore,
  rootKey: string,
  signal?: AbortSignal,
): Promise<TreeFolders & { readonly hasTree: boolean }> {
  const root = below(rootKey, '');
  const branches: string[] = [];
  const top = await foldersIn(store, root, signal);
  const proposals = top.filter((name) => proposed.has(name));
  const hasTree = top.includes('tree');
  let level = hasTree ? [''] : [];
  for (let depth = 0, looked = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw tooMany(root);
    const deeper: string[] = [];
    for (const path of level) {
      looked += 1;
      if (looked > maxFolders) throw tooMany(root);
      const names = await foldersIn(store, `${root}${branchesFolder}${path}`, signal);
      const isDataset = names.includes('_versions');
      if (isDataset && path !== '') branches.push(path.slice(0, -1));
      for (const name of names) {
        if (path === '' || !(ofDataset.has(name) || proposed.has(name))) deeper.push(`${path}${name}/`);
        else if (proposed.has(name)) proposals.push(`${branchesFolder}${path}${name}`);
        else if (!isDataset && (await holdsVersions(store, `${root}${branchesFolder}${path}${name}`, signal)))
          branches.push(path + name);
      }
    }
    level = deeper;
  }
  return { branches, proposals, hasTree };
}

/** As `findTreeFolders`, and by the names of references too, for a dataset whose control files nobody else reads. */
export async function findBranchFolders(
  store: ObjectStore,
  rootKey: string,
  signal?: AbortSignal,
): Promise<TreeFolders> {
  const { branches, proposals, hasTree } = await findTreeFolders(store, rootKey, signal);
  if (!hasTree) return { branches, proposals };
  const found = new Set(branches);
  const start = below(rootKey, '').length;
  const prefix = below(rootKey, branchRefsFolder);
  for await (const { objects } of pages(store, { prefix, ...(signal === undefined ? {} : { signal }) })) {
    for (const { key } of objects) {
      const reference = parseReferenceKey(key.slice(start));
      if (reference.kind === 'branch') found.add(reference.name);
    }
  }
  return { branches: [...found], proposals };
}

async function foldersIn(
  store: ObjectStore,
  prefix: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  const options = { prefix, delimiter: '/', ...(signal === undefined ? {} : { signal }) } as const;
  for await (const { prefixes } of pages(store, options)) {
    for (const folder of prefixes) names.push(folder.slice(prefix.length, -1));
  }
  return names;
}

async function holdsVersions(store: ObjectStore, folder: string, signal?: AbortSignal): Promise<boolean> {
  const page = await store.list({
    prefix: `${folder}/_versions/`,
    limit: 1,
    ...(signal === undefined ? {} : { signal }),
  });
  return page.objects.length > 0;
}

async function* pages(store: ObjectStore, options: ListOptions) {
  let next: string | null = null;
  for (let count = 0; count < maxFolders; count += 1) {
    const page = await store.list(next === null ? options : { ...options, next });
    yield page;
    next = page.next;
    if (next === null) return;
  }
  throw tooMany(options.prefix);
}

function tooMany(prefix: string): VamplateError {
  return new VamplateError('unavailable', 'There are more branch folders than are ever looked at.', {
    prefix,
  });
}
