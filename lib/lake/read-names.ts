/** Lists a dataset's version names: one page where the store's order makes that enough, all of them otherwise. */

import { below, relativeTo, versionsFolder } from '@/lib/engine/lance/paths';
import { type VersionsSummary, VersionsTally } from '@/lib/engine/lance/resolve-versions';
import { formatVersionName, parseVersionName } from '@/lib/engine/lance/version-names';
import type { ListPage, ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { type ListedVersion, VersionColumns } from './version-columns';

export interface VersionNames {
  readonly root: string;
  /** Newest first; all of them when `complete`, the newest page otherwise. */
  readonly columns: VersionColumns;
  readonly summary: VersionsSummary;
  /** Whether every name below `_versions/` was seen. */
  readonly complete: boolean;
  /** Pages were cut by a bound, not by choice. */
  readonly cut: boolean;
  readonly storeTime: StoreTime;
  readonly pages: number;
}

/**
 * @param extent `first`: one page when the store lists in order and the names are V2, else all; `all`: every page
 * @throws what the store throws; a listing that fails is never an empty one
 */
export async function readVersionNames(
  store: ObjectStore,
  root: string,
  extent: 'first' | 'all',
): Promise<VersionNames> {
  const prefix = below(root, versionsFolder);
  const columns = new VersionColumns();
  const tally = new VersionsTally(1);
  let next: string | null | undefined;
  let pages = 0;
  let storeTime: StoreTime = null;
  do {
    const page: ListPage = await store.list({ prefix, ...(next ? { next } : {}) });
    pages += 1;
    storeTime ??= page.storeTime;
    collect(page, prefix, columns, tally);
    next = page.next;
    if (extent === 'first' && store.ordered && columns.length > 0 && tally.summary().scheme === 'v2') break;
  } while (next && pages < lakeLimits.namePages);
  const cut = Boolean(next) && pages >= lakeLimits.namePages;
  return { root, columns, summary: tally.summary(), complete: !next, cut, storeTime, pages };
}

/** Names older than `version`, for a V2 history on an ordered store; newest first, at most one page. */
export async function readOlderNames(
  store: ObjectStore,
  root: string,
  version: bigint,
  limit: number,
): Promise<{ entries: ListedVersion[]; more: boolean; storeTime: StoreTime }> {
  const prefix = below(root, versionsFolder);
  const startAfter = `${prefix}${formatVersionName('v2', version)}`;
  const page = await store.list({ prefix, startAfter, limit });
  const columns = new VersionColumns();
  collect(page, prefix, columns, new VersionsTally(1));
  return {
    entries: columns.slice(0, columns.length),
    more: page.next !== null && columns.length > 0,
    storeTime: page.storeTime,
  };
}

function collect(page: ListPage, prefix: string, columns: VersionColumns, tally: VersionsTally): void {
  for (const object of page.objects) {
    const name = relativeTo(prefix.slice(0, -1), object.key);
    if (name === null || name.includes('/')) continue;
    tally.add({ name, size: object.size, etag: object.etag, storedAt: object.storedAt });
    const parsed = parseVersionName(name);
    if (parsed.kind !== 'attached') continue;
    const { version, scheme } = parsed;
    columns.push({ version, scheme, storedAt: object.storedAt, manifestBytes: object.size });
  }
}
