/** What an observer remembers of one id's lease folder, and how each answer changes that (cluster-lock.md, G.2). */
import { type MonotonicInstant, type WallInstant, wallOf } from '@/lib/base/clock';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import type { AnsweredListing } from './list-lease';
import type { FolderAnswer, LockPoll } from './lock-poll';
import {
  type BeatLease,
  beatsOf,
  claimOf,
  freshWatch,
  newerBeats,
  noteListing,
  type Watch,
} from './watch-rules';

/** A beat as it was first seen: instants of the observer, for the time axis. */
export interface SeenBeat {
  readonly name: string;
  readonly seenAt: MonotonicInstant;
  readonly seenWallAt: WallInstant;
}

export interface FolderMemory {
  readonly lockId: string;
  readonly watch: Watch;
  /** Wall time paired with `watch.seenAt`: display only. */
  readonly seenWallAt: WallInstant | null;
  /** When this folder was first asked for, answered or not. */
  readonly askedAt: MonotonicInstant;
  readonly answeredAt: MonotonicInstant | null;
  /** Whether the latest time it was asked for had an answer. */
  readonly latestAnswered: boolean;
  readonly beats: readonly ObjectMeta[];
  readonly claim: ObjectMeta | null;
  /** First answer that showed a claim; a claim that goes away again stays remembered. */
  readonly claimSeenAt: MonotonicInstant | null;
  readonly beatDespiteClaim: boolean;
  readonly lease: BeatLease;
  readonly seenBeats: readonly SeenBeat[];
  readonly storeTime: AnsweredListing['storeTime'];
  /** First look at a record that no longer names this id as its holder; null while it does. */
  readonly orphanedAt: MonotonicInstant | null;
  readonly answeredSinceOrphaned: boolean;
  /** Latest answer that showed a newer beat since then. */
  readonly zombieAt: MonotonicInstant | null;
}

/** Dots kept for the time axis. */
const keptBeats = 128;

export function freshFolder(lockId: string, askedAt: MonotonicInstant): FolderMemory {
  return {
    lockId,
    askedAt,
    watch: freshWatch,
    seenWallAt: null,
    answeredAt: null,
    latestAnswered: false,
    beats: [],
    claim: null,
    claimSeenAt: null,
    beatDespiteClaim: false,
    lease: { kind: 'unread' },
    seenBeats: [],
    storeTime: null,
    orphanedAt: null,
    answeredSinceOrphaned: false,
    zombieAt: null,
  };
}

/** @param answer of this folder in this look; undefined when it was not asked for */
export function noteFolder(
  folder: FolderMemory,
  answer: FolderAnswer | undefined,
  poll: Pick<LockPoll, 'at' | 'wallAt'>,
): FolderMemory {
  if (answer === undefined) return folder;
  const lease = folder.lease.kind === 'unread' ? answer.lease : folder.lease;
  if (answer.listing === null) return { ...folder, lease, latestAnswered: false };
  return { ...noteAnswer(folder, answer.listing, wallOf(poll, answer.listing.doneAt)), lease };
}

function noteAnswer(folder: FolderMemory, listing: AnsweredListing, wallAt: WallInstant): FolderMemory {
  const newer = newerBeats(folder.watch, listing);
  const orphaned = folder.orphanedAt !== null;
  const claim = claimOf(listing);
  return {
    ...folder,
    watch: noteListing(folder.watch, listing),
    seenWallAt: newer.length > 0 ? wallAt : folder.seenWallAt,
    answeredAt: listing.doneAt,
    latestAnswered: true,
    beats: beatsOf(listing),
    claim,
    claimSeenAt: folder.claimSeenAt ?? (claim === null ? null : listing.doneAt),
    beatDespiteClaim: folder.beatDespiteClaim || (folder.claimSeenAt !== null && newer.length > 0),
    seenBeats: [
      ...folder.seenBeats,
      ...newer.map(({ key }) => ({ name: key, seenAt: listing.doneAt, seenWallAt: wallAt })),
    ].slice(-keptBeats),
    storeTime: listing.storeTime,
    answeredSinceOrphaned: orphaned,
    zombieAt: orphaned && newer.length > 0 ? listing.doneAt : folder.zombieAt,
  };
}

/**
 * The record names this id no more.
 * @param listable whether its folder can tell anything; nothing is waited for otherwise
 */
export function orphan(folder: FolderMemory, at: MonotonicInstant, listable: boolean): FolderMemory {
  return folder.orphanedAt === null
    ? { ...folder, orphanedAt: at, answeredSinceOrphaned: !listable }
    : folder;
}

/** The record names it again. */
export function adopt(folder: FolderMemory): FolderMemory {
  return { ...folder, orphanedAt: null, answeredSinceOrphaned: false, zombieAt: null };
}
