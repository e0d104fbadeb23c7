/** Lists a dataset's version names into columns: one page where the store's order makes that enough, all otherwise. */

import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions, type VersionListing } from '@/lib/engine/lance/read-versions';
import { formatVersionName, parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { type ListedVersion, VersionColumns } from './version-columns';

export interface VersionNames {
  readonly root: string;
  /** Newest first; all of them when the listing is complete, the newest page otherwise. */
  readonly columns: VersionColumns;
  readonly listing: VersionListing;
}

/** @throws what the store throws; a listing that fails is never an empty one */
export async function readVersionNames(
  store: ObjectStore,
  root: string,
  extent: 'newest' | 'all',
): Promise<VersionNames> {
  const columns = new VersionColumns();
  const listing = await listVersions(store, root, {
    extent,
    keep: 1,
    maxPages: lakeLimits.namePages,
    visit: (object) => push(columns, object.name, object),
  });
  return { root, columns, listing };
}

/** Names older than `version`, for a V2 history on an ordered store; newest first, at most one page. */
export async function readOlderNames(
  store: ObjectStore,
  root: string,
  version: bigint,
  limit: number,
): Promise<{
  readonly entries: readonly ListedVersion[];
  readonly more: boolean;
  readonly storeTime: StoreTime;
}> {
  const prefix = below(root, versionsFolder);
  const page = await store.list({
    prefix,
    startAfter: `${prefix}${formatVersionName('v2', version)}`,
    limit,
  });
  const columns = new VersionColumns();
  for (const object of page.objects) push(columns, object.key.slice(prefix.length), object);
  const entries = columns.slice(0, columns.length);
  return { entries, more: page.next !== null && entries.length > 0, storeTime: page.storeTime };
}

function push(
  columns: VersionColumns,
  name: string,
  object: { readonly size: number; readonly storedAt: ListedVersion['storedAt'] },
): void {
  const parsed = parseVersionName(name);
  if (parsed.kind !== 'attached') return;
  const { version, scheme } = parsed;
  columns.push({ version, scheme, storedAt: object.storedAt, manifestBytes: object.size });
}
