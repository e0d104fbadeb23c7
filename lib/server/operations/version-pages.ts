/** Cuts pages out of a history, newest first: from names already listed, or from one more page of them. */
import { readOlderNames } from '@/lib/lake/read-names';
import type { ListedVersion } from '@/lib/lake/version-columns';
import type { Asked } from '../reading';
import { explainEntries, type KnownVersion } from '../to-contract/version-rows';

export interface VersionSlice {
  readonly known: readonly KnownVersion[];
  readonly more: boolean;
  readonly notes: readonly string[];
}

/** Versions looked at for one filtered page. */
const maxScanned = 20_000;

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
  if (listed.length === limit || listing.complete) {
    return withDetached(asked, known, place + listed.length < columns.length, below);
  }
  // Beyond the names that were listed: the store's order leads on, one page at a time.
  const from = listed.at(-1)?.version ?? below;
  if (from === null || listing.scheme !== 'v2') return { known, more: false, notes: [] };
  const { reader, branch } = facts;
  const older = await readOlderNames(reader.store, reader.root(branch), from, limit - listed.length);
  const rest = explainEntries(facts, explanation, older.entries, null);
  return { known: [...known, ...rest], more: older.more, notes: [] };
}

/** As `sliceVersions`, only those that `keeps` accepts; stops after 20,000 versions and says so. */
export async function filterVersions(
  asked: Asked,
  below: bigint | null,
  limit: number,
  keeps: (known: KnownVersion) => boolean,
): Promise<VersionSlice> {
  const { facts, explanation } = asked;
  const { columns, listing } = facts.names;
  const found: KnownVersion[] = [];
  const start = below === null ? 0 : placeBelow(asked, below);
  const end = Math.min(columns.length, start + maxScanned);
  for (let place = start; place < end; place += 1000) {
    const entries = columns.slice(place, Math.min(place + 1000, end));
    for (const known of explainEntries(facts, explanation, entries, place)) {
      if (!keeps(known)) continue;
      if (found.length === limit) return { known: found, more: true, notes: [] };
      found.push(known);
    }
  }
  const lowest = columns.at(end - 1)?.version;
  const notes =
    end < columns.length || !listing.complete
      ? [`Filtered over the versions down to v${lowest ?? 0n}; older ones were not looked at.`]
      : [];
  return { known: found, more: false, notes };
}

function placeBelow({ facts }: Asked, version: bigint): number {
  const { columns } = facts.names;
  const place = columns.placeOf(version);
  return columns.at(place)?.version === version ? place + 1 : place;
}

/** Detached versions have no place in the order: they come once, after the oldest. */
function withDetached(
  asked: Asked,
  known: KnownVersion[],
  more: boolean,
  below: bigint | null,
): VersionSlice {
  const { detached } = asked.facts.names.listing;
  if (more || detached.length === 0 || (below !== null && known.length === 0))
    return { known, more, notes: [] };
  const entries = detached.slice(0, 1000).map(
    ({ version, storedAt, size }): ListedVersion => ({
      version,
      scheme: 'detached',
      storedAt,
      manifestBytes: size,
    }),
  );
  return {
    known: [...known, ...explainEntries(asked.facts, asked.explanation, entries, null)],
    more,
    notes:
      entries.length < detached.length ? [`${detached.length - entries.length} more detached versions.`] : [],
  };
}
