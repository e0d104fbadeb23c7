/** Joins the newest page of names with an earlier full listing of the same history, never with one of another. */
import type { WallInstant } from '@/lib/base/clock';
import type { VersionNames } from './read-names';
import { sameManifest, VersionColumns } from './version-columns';

const merged = new WeakMap<VersionNames, { full: VersionNames; joined: VersionNames }>();

/**
 * What is newer is fresh, what is older is as it was. The page must reach down to a manifest that the full listing has
 * too: otherwise names between them were never listed, or the table was dropped and made anew, and the page stands
 * alone.
 * @param newest an incomplete listing: the newest names
 * @param full every name, read at `readAt`
 */
export function mergeNames(newest: VersionNames, full: VersionNames, readAt: WallInstant): VersionNames {
  const known = merged.get(newest);
  if (known?.full === full) return known.joined;
  const joined = overlaps(newest, full) ? join(newest, full, readAt) : newest;
  merged.set(newest, { full, joined });
  return joined;
}

function overlaps(newest: VersionNames, full: VersionNames): boolean {
  const oldest = newest.columns.at(newest.columns.length - 1);
  const before = oldest === undefined ? undefined : full.columns.find(oldest.version);
  return oldest !== undefined && before !== undefined && sameManifest(oldest, before);
}

function join(newest: VersionNames, full: VersionNames, readAt: WallInstant): VersionNames {
  const columns = new VersionColumns();
  const fresh = newest.columns.length;
  for (const entry of newest.columns.slice(0, fresh)) columns.push(entry);
  const below = newest.columns.at(fresh - 1)?.version ?? 0n;
  for (let place = full.columns.placeOf(below) + 1; place < full.columns.length; place += 1) {
    const entry = full.columns.at(place);
    if (entry) columns.push(entry);
  }
  const count = columns.length;
  const { latest } = newest.listing;
  const oldest = columns.at(count - 1)?.version ?? null;
  // V1 names beyond the first page are seen by the full listing only.
  const scheme = full.listing.scheme === newest.listing.scheme ? newest.listing.scheme : 'mixed';
  const spanned = latest === null || oldest === null ? null : latest - oldest + 1n - BigInt(count);
  const holes = scheme === 'mixed' ? null : spanned;
  const { detached, unrecognised, complete } = full.listing;
  const named = new Set(full.listing.staged.map(({ name }) => name));
  const staged = [...full.listing.staged, ...newest.listing.staged.filter(({ name }) => !named.has(name))];
  const sideListsComplete = full.listing.sideListsComplete && newest.listing.sideListsComplete;
  const listing = {
    ...newest.listing,
    ...{ detached, unrecognised, staged, sideListsComplete, count, oldest, holes, scheme, complete },
  };
  return { root: newest.root, columns, listing, earlier: { below, readAt } };
}
