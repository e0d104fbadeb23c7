/** The words an observer has for a lock, in the order in which they are tried (cluster-lock.md, G.2). */

export const lockStates = [
  'unreadable',
  'free',
  'oversize',
  'corrupt',
  'released',
  'claimed',
  'held-unleased',
  'held-observing',
  'held-beating',
  'late',
  'silent',
] as const;
export type LockState = (typeof lockStates)[number];

export type LockFlag =
  /** The record has members that stock binaries refuse. */
  | 'extended-record'
  /** The record's version is not 1 (sub-code of `corrupt`). */
  | 'unsupported-version'
  /** A newer beat after the first look that saw the claim. */
  | 'beating-despite-claim'
  /** A newer beat under an id the record does not name. */
  | 'zombie-beats'
  /** Such beats go on longer than any fence takes: a claim-only owner. Page the operator. */
  | 'zombie-page'
  /** The id names no folder, so nothing can be listed for it. */
  | 'unlistable-id'
  /** The latest listing of the holder's folder had no answer: the state rests on earlier ones. */
  | 'listing-unanswered';

/** How a lock came to name another id, or none. */
export type TransitionCause =
  | 'first-seen'
  /** The lock was seen free before, and no owner with it. */
  | 'acquired'
  | 'taken-over'
  | 'released-and-reacquired'
  | 'unlocked-or-taken-by-0.14'
  /** The old id's folder has not been listed since. */
  | 'undetermined'
  | 'released'
  | 'removed'
  /** An id that had left the record is named again: no cooperative writer does this (H.3). */
  | 'returned';
