/** Where everything of a dataset lies, relative to its root (spec A.1). Roots are keys below the store; '' is one. */

export const versionsFolder = '_versions/';
export const transactionsFolder = '_transactions/';
export const deletionsFolder = '_deletions/';
export const indicesFolder = '_indices/';
export const dataFolder = 'data/';
export const branchesFolder = 'tree/';
export const refsFolder = '_refs/';
export const tagRefsFolder = '_refs/tags/';
export const branchRefsFolder = '_refs/branches/';

/** What one object of a dataset is, by its place. `foreign` is everything A.1 does not name: never deleted. */
export type EntryClass =
  | 'data'
  | 'blob'
  | 'manifest'
  | 'transaction'
  | 'deletion'
  | 'index'
  | 'reference'
  | 'branch'
  | 'mem-wal'
  | 'foreign';

/** A key below the dataset root, `root` without a trailing slash. */
export function below(root: string, entry: string): string {
  return root === '' ? entry : `${root}/${entry}`;
}

/** The part of `key` below `root`, or null when it lies elsewhere. */
export function relativeTo(root: string, key: string): string | null {
  if (root === '') return key;
  return key.startsWith(`${root}/`) ? key.slice(root.length + 1) : null;
}

/** The root of a branch dataset: `tree/{branch}`, `/` in the name being real folders. null is main. */
export function branchRoot(root: string, branch: string | null): string {
  return branch === null ? root : below(root, `${branchesFolder}${branch}`);
}

export function dataKey(path: string): string {
  return `${dataFolder}${path}`;
}

export function transactionKey(fileName: string): string {
  return `${transactionsFolder}${fileName}`;
}

export function indexFolder(uuid: string): string {
  return `${indicesFolder}${uuid}/`;
}

/** The derived name of a deletion file: all three numbers decimal. */
export function deletionKey(
  fragmentId: number,
  readVersion: bigint,
  id: bigint,
  type: 'arrow' | 'bitmap',
): string {
  return `${deletionsFolder}${fragmentId}-${readVersion}-${id}.${type === 'arrow' ? 'arrow' : 'bin'}`;
}

/**
 * The folder of a data file's blob sidecars: `data/{key}/`, the key being the last component of the file's path
 * without `.lance`. Sidecars live exactly as long as their data file.
 */
export function blobFolder(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return `${dataFolder}${last.endsWith('.lance') ? last.slice(0, -'.lance'.length) : last}/`;
}

/** The class of a key relative to the dataset root. */
export function classOf(entry: string): EntryClass {
  if (entry.startsWith(dataFolder)) return entry.endsWith('.blob') ? 'blob' : 'data';
  if (entry.startsWith(versionsFolder)) return 'manifest';
  if (entry.startsWith(transactionsFolder)) return 'transaction';
  if (entry.startsWith(deletionsFolder)) return 'deletion';
  if (entry.startsWith(indicesFolder)) return 'index';
  if (entry.startsWith(refsFolder)) return 'reference';
  if (entry.startsWith(branchesFolder)) return 'branch';
  if (entry.startsWith('_mem_wal/')) return 'mem-wal';
  return 'foreign';
}
