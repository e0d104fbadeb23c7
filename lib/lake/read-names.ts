/** Lists a dataset's version names into columns: one page where the store's order makes that enough, all otherwise. */
import type { WallInstant } from '@/lib/base/clock';
import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions, type VersionListing } from '@/lib/engine/lance/read-versions';
import { formatVersionName, parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { type ListedVersion, listedVersion, VersionColumns } from './version-columns';

export interface VersionNames {
  readonly root: string;
  /** Newest first; all of them when the listing is complete, the newest page otherwise. */
  readonly columns: VersionColumns;
  readonly listing: VersionListing;
  /** Where an earlier full listing was joined: versions lower than `below` are as they were then. */
  readonly earlier: { readonly below: bigint; readonly readAt: WallInstant } | null;
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
    visit: (object) => {
      const name = parseVersionName(object.name);
      if (name.kind === 'attached') columns.push(listedVersion(name.version, name.scheme, object));
    },
  });
  return { root, columns, listing, earlier: null };
}

export interface OlderNames {
  /** At most `limit`, newest first. */
  readonly entries: readonly ListedVersion[];
  /** Whether older ones may follow. */
  readonly more: boolean;
  /** Met at the end of the names, where an ordered store lists them; empty while `more`. */
  readonly detached: readonly ListedVersion[];
}

/**
 * Names older than `version`, for a V2 history on an ordered store. Names that state no version may lie between, so it
 * lists on until the page is full or the names end; `more` stays true when a bound stopped it.
 */
export async function readOlderNames(
  store: ObjectStore,
  root: string,
  version: bigint,
  limit: number,
): Promise<OlderNames> {
  const prefix = below(root, versionsFolder);
  let startAfter = `${prefix}${formatVersionName('v2', version)}`;
  const entries: ListedVersion[] = [];
  const detached: ListedVersion[] = [];
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await store.list({ prefix, startAfter, limit: Math.min(1_000, limit - entries.length + 1) });
    for (const object of page.objects) place(object, object.key.slice(prefix.length), entries, detached);
    // The one beyond the limit only proves that there is more.
    if (entries.length > limit) return { entries: entries.slice(0, limit), more: true, detached: [] };
    const last = page.objects.at(-1);
    if (page.next === null || last === undefined) return { entries, more: false, detached };
    startAfter = last.key;
  }
  return { entries, more: true, detached: [] };
}

/** Pages of one call: beyond them so many names that state no version lie in a row that something is wrong. */
const maxPages = 100;

function place(object: ObjectMeta, name: string, entries: ListedVersion[], detached: ListedVersion[]): void {
  const parsed = parseVersionName(name);
  if (parsed.kind === 'attached' && parsed.scheme === 'v2') {
    entries.push(listedVersion(parsed.version, 'v2', object));
  } else if (parsed.kind === 'detached' && detached.length < maxDetached) {
    detached.push(listedVersion(parsed.version, 'detached', object));
  }
}

const maxDetached = 1_000;
