/** What a retention policy keeps: an age on both times, the newest n, tags by pattern; all must let go (G.1, D12). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import type { VersionFact } from './protection-facts';
import type { EffectivePolicy } from './retention-policy';

/** What is known of a version's place: how many attached versions are newer. */
export type Rank =
  | { readonly kind: 'exact'; readonly newer: number }
  /** Not all newer versions were listed; versions may have holes, so this is only a bound. */
  | { readonly kind: 'at_most'; readonly newer: bigint }
  | { readonly kind: 'unknown' };

export type WindowReason =
  | { readonly kind: 'age'; readonly until: StorageInstant }
  | { readonly kind: 'newest'; readonly commitsLeft: number | null }
  | { readonly kind: 'tag'; readonly tag: string; readonly pattern: string };

export interface Window {
  /** Everything of the policy that keeps the version for certain. */
  readonly keeps: readonly WindowReason[];
  /** Why it cannot be said that the policy lets go; null when it can. */
  readonly unknownBecause: string | null;
}

export function windowOf(
  policy: EffectivePolicy,
  version: VersionFact,
  rank: Rank,
  tags: readonly string[],
  storeTime: StorageInstant | null,
): Window {
  if (policy.unknownBecause !== null) return { keeps: [], unknownBecause: policy.unknownBecause };
  const keeps: WindowReason[] = [];
  const unknown: string[] = [];

  if (policy.olderThanMs !== null) {
    const until = ageEnd(version, policy.olderThanMs);
    if (storeTime === null) unknown.push('the store states no time to judge ages by');
    else if (until > storeTime) keeps.push({ kind: 'age', until });
    else if (version.read === 'read' && version.committedAtMs === null)
      unknown.push('its manifest states no time');
  }
  if (policy.retainVersions !== null) {
    const judged = judgeRank(rank, policy.retainVersions);
    if (judged === 'unknown') unknown.push('the newer versions were not all listed');
    else if (judged !== null) keeps.push(judged);
  }
  for (const tag of tags) {
    const pattern = policy.keepTags.find((candidate) => matchesPattern(candidate, tag));
    if (pattern !== undefined) keeps.push({ kind: 'tag', tag, pattern });
  }
  return { keeps, unknownBecause: unknown[0] ?? null };
}

/** The first instant at which both times are older than the age; by the stored time alone until the manifest is read. */
export function ageEnd(version: VersionFact, olderThanMs: number): StorageInstant {
  const youngest = Math.max(version.storedAt, version.committedAtMs ?? Number.NEGATIVE_INFINITY);
  return storageInstant(youngest + olderThanMs + 1);
}

function judgeRank(rank: Rank, retain: number): WindowReason | 'unknown' | null {
  switch (rank.kind) {
    case 'exact':
      return rank.newer < retain ? { kind: 'newest', commitsLeft: retain - rank.newer } : null;
    case 'at_most':
      // Fewer numbers than that exist above it, so whatever holes there are, it is among the newest.
      return rank.newer < BigInt(retain) ? { kind: 'newest', commitsLeft: null } : 'unknown';
    case 'unknown':
      return 'unknown';
  }
}

/** `*` is any text, `?` any one character; everything else itself. Linear in the two lengths' product at worst. */
export function matchesPattern(pattern: string, text: string): boolean {
  let [at, star, mark] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at;
      mark = index;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[index])) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      mark += 1;
      index = mark;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
