/** Decision D6: a path read from a control file counts only inside this dataset; anything else is never followed. */
import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import { corruptRecord, type Decode, ok } from './decode';

/** Where a dataset lies, in the two ways it is named. */
export interface DatasetRoot {
  /** Key below the store, '' for the store's own root; without slashes at its ends. */
  readonly key: string;
  /** As control files spell it: the full path inside the store, without a leading slash. We write this one. */
  readonly path: string;
  /** Every spelling under which the same root is accepted when read, `path` first. */
  readonly spellings: readonly string[];
}

/**
 * @param storeRootPath `ObjectStore.rootPath`
 * @param key the dataset's root below the store
 */
export function datasetRoot(storeRootPath: string, key: string): DatasetRoot {
  const path = [storeRootPath, key].filter((part) => part !== '').join('/');
  // The two writers of paths differ: one percent-encodes a root as URLs do, one keeps it raw. Both name this root,
  // and an accepted path is always turned into a key below *our* root, so no request can leave it.
  const encoded = path.split('/').map(encodeSegment).join('/');
  const spellings = new Set([path, encoded, decodeOrKeep(path)]);
  return { key, path, spellings: [...spellings] };
}

/** Longer than any key a store takes. */
const maxPathLength = 4096;

/** The part of a control path below this dataset's root; null when it lies elsewhere or climbs out. */
export function entryOf(root: DatasetRoot, path: string): string | null {
  if (path.length > maxPathLength) return null;
  for (const spelling of root.spellings) {
    const entry =
      spelling === '' ? path : path.startsWith(`${spelling}/`) ? path.slice(spelling.length + 1) : null;
    if (entry !== null) return hasPlainSegments(entry) ? entry : null;
  }
  return null;
}

/**
 * The entry of a manifest path recorded for `version` of `namespace`: `_versions/…` for main,
 * `tree/…/_versions/…` for a branch, its file name stating that same version.
 */
export function manifestEntry(
  root: DatasetRoot,
  path: string,
  namespace: string,
  version: bigint,
): Decode<string> {
  const entry = entryOf(root, path);
  if (entry === null) return corruptRecord('a manifest path lies outside this dataset');
  const folderEnd = entry.lastIndexOf('/') + 1;
  const folder = entry.slice(0, folderEnd);
  const inPlace =
    namespace === mainNamespace
      ? folder === '_versions/'
      : folder.startsWith('tree/') && folder.endsWith('/_versions/') && folder !== 'tree/_versions/';
  if (!inPlace) return corruptRecord('a manifest path does not lie below _versions/ of its branch');
  const name = parseVersionName(entry.slice(folderEnd));
  const stated =
    name.kind === 'attached' ? name.version : name.kind === 'staged' ? name.target?.version : undefined;
  if (stated !== version) return corruptRecord('a manifest path names another version');
  return ok(entry);
}

/** The entry of a reference path: `_refs/tags/….json` or `_refs/branches/….json`. */
export function referenceEntry(root: DatasetRoot, path: string): Decode<string> {
  const entry = entryOf(root, path);
  if (entry === null) return corruptRecord('a reference path lies outside this dataset');
  if (!/^_refs\/(?:tags|branches)\/./.test(entry) || !entry.endsWith('.json')) {
    return corruptRecord('a reference path does not name a tag or branch file');
  }
  return ok(entry);
}

/**
 * The other root that a path names, for 'this dataset was copied or moved'; null when it is ours or names none.
 * It ends before the first `_versions/` or `_refs/`, and before the `tree/` that leads there.
 */
export function foreignRootOf(root: DatasetRoot, path: string): string | null {
  if (path.length > maxPathLength || entryOf(root, path) !== null) return null;
  const ends = ['/_versions/', '/_refs/'].map((part) => path.indexOf(part)).filter((at) => at > 0);
  if (ends.length === 0) return null;
  const place = path.slice(0, Math.min(...ends));
  const tree = place.indexOf('/tree/');
  return tree > 0 ? place.slice(0, tree) : place;
}

function hasPlainSegments(entry: string): boolean {
  return entry.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function encodeSegment(segment: string): string {
  // As a URL path spells it: these stay as they are in a path, unlike in encodeURIComponent.
  return encodeURIComponent(segment).replace(
    /%(?:21|24|26|27|28|29|2A|2B|2C|3A|3B|3D|40)/g,
    decodeURIComponent,
  );
}

function decodeOrKeep(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
