/**
 * What listings of one lease folder prove (cluster-lock.md, C.3 and C.4; A.2): a beat is newer when its identity was never
 * seen before, and silence lasts only until the sending of an answered listing that showed nothing newer.
 */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { beatSequence, claimName } from './lock-names';

/** One answered listing, all its pages; children by their names below the folder. */
export interface LeaseListing {
  /** Just before the first page was asked for. */
  readonly sentAt: MonotonicInstant;
  /** When the last page's answer was processed. */
  readonly doneAt: MonotonicInstant;
  readonly children: readonly ObjectMeta[];
}

/** What a beat says of its lease; `unread`: none could be read yet. `foreign`: it is not readable as ours. */
export type BeatLease =
  | { readonly kind: 'unread' | 'foreign' }
  | { readonly kind: 'ours'; readonly leaseMs: number };

export interface Watch {
  readonly seen: ReadonlySet<string>;
  /** When the answer that showed the newest beat was processed; null while none was ever seen. */
  readonly seenAt: MonotonicInstant | null;
  /** The newest beat, by its identity. */
  readonly newest: string | null;
  /** Latest sending of an answered listing that still showed this beat and nothing newer: proves silence. */
  readonly quietUntil: MonotonicInstant | null;
  /** The same of listings that showed nothing newer, though the beat was gone too: proves no silence, and no life either. */
  readonly unseenUntil: MonotonicInstant | null;
  /** Latest answer that showed nothing newer: for people, never for a decision. */
  readonly answeredAt: MonotonicInstant | null;
  readonly listings: number;
  /** Whether a newer beat appeared after the first sight of any. */
  readonly progressed: boolean;
}

export const freshWatch: Watch = {
  seen: new Set(),
  seenAt: null,
  newest: null,
  unseenUntil: null,
  quietUntil: null,
  answeredAt: null,
  listings: 0,
  progressed: false,
};

/** Identities remembered beyond those of the latest listing; forgetting one can only make an owner look alive. */
const remembered = 2_048;

/** Every direct child but the claim, whatever its name (A.2). */
export function beatsOf(listing: LeaseListing): readonly ObjectMeta[] {
  return listing.children.filter(({ key }) => key !== claimName);
}

export function claimOf(listing: LeaseListing): ObjectMeta | null {
  return listing.children.find(({ key }) => key === claimName) ?? null;
}

export function newerBeats(watch: Watch, listing: LeaseListing): readonly ObjectMeta[] {
  return beatsOf(listing).filter((beat) => !watch.seen.has(identityOf(beat)));
}

/** The beat to read the lease from: the latest of ours by number, else the latest stored. */
export function newestBeat(listing: LeaseListing): ObjectMeta | null {
  const ranked = [...beatsOf(listing)].sort(
    (a, b) => (beatSequence(b.key) ?? -1) - (beatSequence(a.key) ?? -1) || b.storedAt - a.storedAt,
  );
  return ranked[0] ?? null;
}

/** @param listing sent after the answer of the one before: one is in flight at a time */
export function noteListing(watch: Watch, listing: LeaseListing): Watch {
  const newer = newerBeats(watch, listing).length > 0;
  const identities = beatsOf(listing).map(identityOf);
  const kept = watch.seen.size + identities.length > remembered ? [] : watch.seen;
  const next = { ...watch, seen: new Set([...kept, ...identities]), listings: watch.listings + 1 };
  if (newer) {
    const newest = newestBeat(listing);
    const seen = { seenAt: listing.doneAt, newest: newest === null ? null : identityOf(newest) };
    return { ...next, ...seen, progressed: watch.seenAt !== null };
  }
  const unseen = { ...next, unseenUntil: listing.sentAt, answeredAt: listing.doneAt };
  // A dead owner's newest beat stays. Where it is gone its owner came back, or somebody else was there: what was proven before is void.
  const shown = watch.newest === null || identities.includes(watch.newest);
  return { ...unseen, quietUntil: shown ? listing.sentAt : null };
}

/** q of G.2: milliseconds, 0 while nothing was seen. Failed, late and unsent listings count nothing. */
export function silenceMs({ seenAt, quietUntil }: Watch): number {
  return seenAt === null || quietUntil === null ? 0 : Math.max(0, quietUntil - seenAt);
}

/** For how long nothing newer was seen, whether or not that is silence: milliseconds. */
export function unseenMs({ seenAt, unseenUntil }: Watch): number {
  return seenAt === null || unseenUntil === null ? 0 : Math.max(0, unseenUntil - seenAt);
}

function identityOf({ key, etag, size, storedAt }: ObjectMeta): string {
  return JSON.stringify([key, etag, size, storedAt]);
}
