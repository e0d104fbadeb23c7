/** Cuts pages out of a history, newest first: from names already listed, or from more pages of them. */
import { readOlderNames } from '@/lib/lake/read-names';
import { type ListedVersion, listedVersion } from '@/lib/lake/version-columns';
import type { Asked } from '../reading';
import { explainEntries, type KnownVersion } from '../to-contract/version-rows';

export interface VersionSlice {
  readonly known: readonly KnownVersion[];
  /** The next page holds versions lower than this; null at the end. */
  readonly nextBelow: bigint | null;
  readonly notes: readonly string[];
}

/** Versions looked at for one filtered page. */
const maxScanned = 20_000;
const maxDetached = 1_000;

/** @param below only versions lower than this; null begins at the newest */
export async function sliceVersions(
  asked: Asked,
  below: bigint | null,
  limit: number,
): Promise<VersionSlice> {
  const { facts, explanation } = asked;
  const { columns, listing } = facts.names;
  const place = below === null ? 0 : placeBelow(asked, below);
  const listed = columns.slice(place, place + limit);
  const known = explainEntries(facts, explanation, listed, place);
  const last = listed.at(-1)?.version ?? below;
  if (place + listed.length < columns.length) return { known, nextBelow: last, notes: [] };
  if (listing.complete) return withDetached(asked, known, detachedOf(asked));
  // Beyond the names that were listed: the store's order leads on. Without it the listing ends where its bound was.
  if (listing.scheme !== 'v2' || !facts.reader.store.ordered || last === null) {
    return { known, nextBelow: null, notes: ['Older versions than these were not listed.'] };
  }
  if (listed.length === limit) return { known, nextBelow: last, notes: [] };
  const { reader, branch } = facts;
  const older = await readOlderNames(reader.store, reader.root(branch), last, limit - listed.length);
  const all = [...known, ...explainEntries(facts, explanation, older.entries, null)];
  if (!older.more) return withDetached(asked, all, older.detached);
  return { known: all, nextBelow: older.entries.at(-1)?.version ?? last, notes: [] };
}

/** As `sliceVersions`, only those that `keeps` accepts; a page ends after 20,000 versions were looked at. */
export function filterVersions(
  asked: Asked,
  below: bigint | null,
  limit: number,
  keeps: (known: KnownVersion) => boolean,
): VersionSlice {
  const { facts, explanation } = asked;
  const { columns, listing } = facts.names;
  const found: KnownVersion[] = [];
  const start = below === null ? 0 : placeBelow(asked, below);
  const end = Math.min(columns.length, start + maxScanned);
  for (let place = start; place < end; place += 1000) {
    const entries = columns.slice(place, Math.min(place + 1000, end));
    for (const known of explainEntries(facts, explanation, entries, place)) {
      if (!keeps(known)) continue;
      if (found.length === limit) {
        return { known: found, nextBelow: found.at(-1)?.entry.version ?? null, notes: [] };
      }
      found.push(known);
    }
  }
  if (end < columns.length) {
    return { known: found, nextBelow: columns.at(end - 1)?.version ?? null, notes: [] };
  }
  if (listing.complete) {
    const slice = withDetached(asked, [], detachedOf(asked));
    return { ...slice, known: [...found, ...slice.known.filter(keeps)] };
  }
  const lowest = columns.at(end - 1)?.version ?? 0n;
  const notes = [`Filtered over the versions down to v${lowest}; older ones were not looked at.`];
  return { known: found, nextBelow: null, notes };
}

function placeBelow({ facts }: Asked, version: bigint): number {
  const { columns } = facts.names;
  const place = columns.placeOf(version);
  return columns.at(place)?.version === version ? place + 1 : place;
}

function detachedOf({ facts }: Asked): readonly ListedVersion[] {
  return facts.names.listing.detached.map((one) => listedVersion(one.version, 'detached', one));
}

/** Detached versions have no place in the order: they come once, after the oldest, beyond the page's limit. */
function withDetached(
  { facts, explanation }: Asked,
  known: readonly KnownVersion[],
  detached: readonly ListedVersion[],
): VersionSlice {
  const entries = detached.slice(0, maxDetached);
  const left = detached.length - entries.length;
  return {
    known: [...known, ...explainEntries(facts, explanation, entries, null)],
    nextBelow: null,
    notes: left > 0 ? [`${left} more detached versions.`] : [],
  };
}
