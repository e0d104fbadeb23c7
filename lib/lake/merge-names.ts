/** Joins the newest page of names with an earlier full listing: what is newer is fresh, what is older has its age. */
import type { VersionNames } from './read-names';
import { VersionColumns } from './version-columns';

const merged = new WeakMap<VersionNames, { full: VersionNames; joined: VersionNames }>();

/** @param newest an incomplete listing: the newest names @param full every name, read earlier */
export function mergeNames(newest: VersionNames, full: VersionNames): VersionNames {
  const known = merged.get(newest);
  if (known?.full === full) return known.joined;
  const columns = new VersionColumns();
  const fresh = newest.columns.length;
  for (const entry of newest.columns.slice(0, fresh)) columns.push(entry);
  const oldestFresh = newest.columns.at(fresh - 1)?.version;
  const start = oldestFresh === undefined ? 0 : placeAfter(full, oldestFresh);
  for (let place = start; place < full.columns.length; place += 1) {
    const entry = full.columns.at(place);
    if (entry) columns.push(entry);
  }
  const count = columns.length;
  const latest = newest.listing.latest;
  const oldest = columns.at(count - 1)?.version ?? null;
  const holes = latest === null || oldest === null ? null : latest - oldest + 1n - BigInt(count);
  const { detached, unrecognised, sideListsComplete } = full.listing;
  const listing = {
    ...newest.listing,
    ...{ detached, unrecognised, sideListsComplete, count, oldest, holes },
    complete: full.listing.complete,
  };
  const joined = { root: newest.root, columns, listing };
  merged.set(newest, { full, joined });
  return joined;
}

function placeAfter(full: VersionNames, version: bigint): number {
  const place = full.columns.placeOf(version);
  return full.columns.at(place)?.version === version ? place + 1 : place;
}
