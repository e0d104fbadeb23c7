/** Finds every dataset of a lake: a folder that holds `_versions/` with a manifest, down to six levels. */
import pLimit from 'p-limit';
import { isVamplateError } from '@/lib/base/errors';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';

export interface Discovery {
  /** Paths below the lake, sorted; `''` is the lake's own root. */
  readonly datasets: readonly string[];
  readonly complete: boolean;
  /** Where and why the search stopped, one sentence each. */
  readonly notes: readonly string[];
}

interface FolderLook {
  readonly folders: readonly string[];
  readonly isDataset: boolean;
}

interface Search {
  readonly store: ObjectStore;
  readonly found: Set<string>;
  readonly notes: Set<string>;
  /** Folders below which nothing is known: what was found there before stays. */
  readonly unknown: Set<string>;
  readonly limit: ReturnType<typeof pLimit>;
  readonly foreign: ReadonlySet<string>;
  /** Looks at what was found before, begun along with the root: what still stands waits for no level above it. */
  readonly ahead: Map<string, Promise<FolderLook>>;
  listings: number;
  failures: number;
  /** It failed as a whole: what waits for its turn is not asked for any more. */
  over: boolean;
}

/**
 * @param previous what an earlier search found: where this one cannot look, that stays, with a note
 * @param foreign folders that are known to hold something else, which are not searched
 * @throws what the store throws when the root cannot be listed, or many folders cannot
 */
export async function discoverDatasets(
  store: ObjectStore,
  previous?: Discovery,
  foreign: readonly string[] = [],
): Promise<Discovery> {
  const search: Search = {
    store,
    found: new Set(),
    notes: new Set(),
    unknown: new Set(),
    limit: pLimit(lakeLimits.concurrency),
    foreign: new Set(foreign),
    ahead: new Map(),
    listings: 0,
    failures: 0,
    over: false,
  };
  let level = [''];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > lakeLimits.discoveryDepth) {
      search.notes.add(`Folders deeper than ${lakeLimits.discoveryDepth} levels were not searched.`);
      break;
    }
    const looks = level.map((path) => inTurn(search, path));
    if (depth === 0) lookAhead(search, previous?.datasets ?? []);
    level = (await Promise.all(looks)).flat();
  }
  const kept = (previous?.datasets ?? []).filter(
    (path) => !search.found.has(path) && isUnknown(search, path),
  );
  if (kept.length > 0)
    search.notes.add(`${kept.length} datasets are listed as an earlier search found them.`);
  const datasets = [...search.found, ...kept].sort();
  return { datasets, complete: search.notes.size === 0, notes: [...search.notes] };
}

/** Nothing of it counts before a folder above names it, and one that nobody names any more is not told. */
function lookAhead(search: Search, paths: readonly string[]): void {
  for (const path of paths) {
    if (path === '') continue;
    const look = search.limit(async () => {
      if (search.over) return { folders: [], isDataset: false };
      const [folders, isDataset] = await Promise.all([
        childFolders(search, path),
        holdsManifest(search, path),
      ]);
      return { folders, isDataset: isDataset && folders.includes('_versions') };
    });
    look.catch(() => undefined);
    search.ahead.set(path, look);
  }
}

/** A look that was begun has its turn already: another turn that waits for it could wait for ever. */
function inTurn(search: Search, path: string): Promise<string[]> {
  return search.ahead.has(path) ? visit(search, path) : search.limit(() => visit(search, path));
}

/** A folder with `_versions/` and a manifest in it is a dataset. */
async function lookAt(search: Search, path: string): Promise<FolderLook> {
  const folders = await childFolders(search, path);
  return { folders, isDataset: folders.includes('_versions') && (await holdsManifest(search, path)) };
}

/** @returns the folders below it that are searched next */
async function visit(search: Search, path: string): Promise<string[]> {
  try {
    const { folders, isDataset } = await (search.ahead.get(path) ?? lookAt(search, path));
    if (isDataset && search.found.size >= lakeLimits.datasets) {
      search.notes.add(`The search stopped at ${lakeLimits.datasets} datasets.`);
      return [];
    }
    if (isDataset) search.found.add(path);
    return folders
      .filter((name) => canHoldDatasets(name) && !(isDataset && name === 'data'))
      .map((name) => (path === '' ? name : `${path}/${name}`))
      .filter((child) => !search.foreign.has(child));
  } catch (error) {
    search.failures += 1;
    const isDown = path === '' || search.failures > lakeLimits.discoveryFailures;
    if (isDown || !isVamplateError(error)) {
      search.over = true;
      throw error;
    }
    stopAt(search, path, `Folder ${path} could not be searched: ${error.message}`);
    return [];
  }
}

/** `tree/` holds branches, and what starts with `_` is a dataset's own (4.2). */
export function canHoldDatasets(name: string): boolean {
  return !name.startsWith('_') && name !== 'tree';
}

async function childFolders(search: Search, path: string): Promise<string[]> {
  const prefix = path === '' ? '' : `${path}/`;
  const names: string[] = [];
  let next: string | null = null;
  for (let pages = 0; ; pages += 1) {
    if (pages === lakeLimits.folderPages) {
      stopAt(search, path, `Folder ${path} holds too much: its first ${pages} pages were searched.`);
      break;
    }
    if (!spend(search, path)) break;
    const page = await search.store.list({ prefix, delimiter: '/', ...(next === null ? {} : { next }) });
    for (const child of page.prefixes) names.push(child.slice(prefix.length, -1));
    next = page.next;
    if (next === null) break;
  }
  return names.filter((name) => name !== '');
}

const firstNames = 10;

/** Left-over temporary names may come first: a few pages are looked at. */
async function holdsManifest(search: Search, path: string): Promise<boolean> {
  const prefix = path === '' ? '_versions/' : `${path}/_versions/`;
  let next: string | null = null;
  for (let pages = 0; pages < 4; pages += 1) {
    if (!spend(search, path)) return false;
    // The first name is a manifest nearly always; left-over names are paged through.
    const where = next === null ? { limit: firstNames } : { next };
    const page = await search.store.list({ prefix, ...where });
    if (page.objects.some((object) => isManifest(object.key.slice(prefix.length)))) return true;
    next = page.next;
    if (next === null) return false;
  }
  stopAt(search, path, `No manifest was among the first names of ${prefix}.`);
  return false;
}

function spend(search: Search, path: string): boolean {
  if (search.listings >= lakeLimits.discoveryListings) {
    stopAt(search, path, `The search stopped after ${lakeLimits.discoveryListings} listings.`);
    return false;
  }
  search.listings += 1;
  return true;
}

function stopAt(search: Search, path: string, note: string): void {
  search.unknown.add(path);
  // One broken folder is named, a hundred are a number.
  if (search.notes.size < 20) search.notes.add(note);
}

function isUnknown({ unknown }: Search, path: string): boolean {
  if (unknown.has('') || unknown.has(path)) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (unknown.has(path.slice(0, end))) return true;
  }
  return false;
}

function isManifest(name: string): boolean {
  const { kind } = parseVersionName(name);
  return kind === 'attached' || kind === 'detached';
}
