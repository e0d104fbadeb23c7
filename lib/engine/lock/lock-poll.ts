/** What one look of an observer brought back: every answer as it came, and `unanswered` where none did (cluster-lock.md, G.2). */
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { AnsweredListing } from './list-lease';
import type { LockReading } from './read-lock';
import type { BeatLease } from './watch-rules';

export interface LockPoll {
  /** When the last answer was processed, by the observer's own clock: the only time anything is decided by (G.1). */
  readonly at: MonotonicInstant;
  /** The same moment for people. */
  readonly wallAt: WallInstant;
  readonly reading: LockReading | UnansweredRead;
  /** Of every id whose folder was asked for in this look. */
  readonly folders: readonly FolderAnswer[];
}

/** Timeout, transport error, 5xx, 401 or 403: never absence. */
export interface UnansweredRead {
  readonly kind: 'unanswered';
  readonly reason: string;
}

export interface FolderAnswer {
  readonly lockId: string;
  /** Null without a whole answer: counts neither for silence nor against it. */
  readonly listing: AnsweredListing | null;
  /** Of the newest beat, where it was asked for. */
  readonly lease: BeatLease;
}
