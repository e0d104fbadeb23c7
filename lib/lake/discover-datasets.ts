/** Finds every dataset of a lake: a folder that holds `_versions/` with a manifest, down to six levels. */
import pLimit from 'p-limit';
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

interface Search {
  readonly store: ObjectStore;
  readonly found: string[];
  readonly notes: Set<string>;
  readonly limit: ReturnType<typeof pLimit>;
  listings: number;
}

export async function discoverDatasets(store: ObjectStore): Promise<Discovery> {
  const search: Search = {
    store,
    found: [],
    notes: new Set(),
    limit: pLimit(lakeLimits.concurrency),
    listings: 0,
  };
  let level = [''];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > lakeLimits.discoveryDepth) {
      search.notes.add(`Folders deeper than ${lakeLimits.discoveryDepth} levels were not searched.`);
      break;
    }
    const children = await Promise.all(level.map((path) => search.limit(() => visit(search, path))));
    level = children.flat();
  }
  return { datasets: search.found.sort(), complete: search.notes.size === 0, notes: [...search.notes] };
}

/** Lists one folder's children; a folder with `_versions/` and a manifest in it is a dataset. */
async function visit(search: Search, path: string): Promise<string[]> {
  const folders = await childFolders(search, path === '' ? '' : `${path}/`);
  const isDataset = folders.includes('_versions') && (await holdsManifest(search, path));
  if (isDataset) {
    if (search.found.length >= lakeLimits.datasets) {
      search.notes.add(`The search stopped at ${lakeLimits.datasets} datasets.`);
      return [];
    }
    search.found.push(path);
  }
  return folders
    .filter((name) => !name.startsWith('_') && name !== 'tree' && !(isDataset && name === 'data'))
    .map((name) => (path === '' ? name : `${path}/${name}`));
}

async function childFolders(search: Search, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let next: string | null | undefined;
  do {
    if (!spend(search)) break;
    const page = await search.store.list({ prefix, delimiter: '/', ...(next ? { next } : {}) });
    for (const child of page.prefixes) names.push(child.slice(prefix.length, -1));
    next = page.next;
  } while (next);
  return names.filter((name) => name !== '');
}

async function holdsManifest(search: Search, path: string): Promise<boolean> {
  const prefix = path === '' ? '_versions/' : `${path}/_versions/`;
  if (!spend(search)) return false;
  const page = await search.store.list({ prefix, limit: 1000 });
  return page.objects.some((object) => isManifest(object.key.slice(prefix.length)));
}

function spend(search: Search): boolean {
  if (search.listings >= lakeLimits.discoveryListings) {
    search.notes.add(`The search stopped after ${lakeLimits.discoveryListings} listings.`);
    return false;
  }
  search.listings += 1;
  return true;
}

function isManifest(name: string): boolean {
  const { kind } = parseVersionName(name);
  return kind === 'attached' || kind === 'detached';
}
