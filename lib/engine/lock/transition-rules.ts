/** How a lock came to name another id, as far as storage tells (cluster-lock.md, G.2: `changed`). */
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { FolderMemory } from './folder-rules';
import type { LockRecord } from './lock-record';
import type { TransitionCause } from './lock-states';

export interface Transition {
  readonly from: string | null;
  readonly to: string | null;
  readonly cause: TransitionCause;
  /** The look that first showed it: the change itself lies between this and the look before. */
  readonly at: MonotonicInstant;
  readonly wallAt: WallInstant;
  /** Whether a free or released record was seen in between. */
  readonly sawNone: boolean;
}

/** An owner as this observer saw it: what it shows is since when it was watched, never since when it held. */
export interface OwnerSeen {
  readonly record: LockRecord;
  readonly firstSeenWallAt: WallInstant;
  readonly lastSeenWallAt: WallInstant;
}

export interface Named {
  /** Null for a free or a released record. */
  readonly lockId: string | null;
  readonly released: boolean;
}

export interface ChangeFacts {
  /** What the definite look before named; null before the first. */
  readonly before: Named | null;
  readonly now: Named;
  /** The last id that was named as holder. */
  readonly lastHolder: FolderMemory | null;
  readonly sawNone: boolean;
  /** Whether the id named now was named before and had gone. */
  readonly known: boolean;
}

/** Null when the record names what it named before. */
export function decideCause(facts: ChangeFacts): TransitionCause | null {
  const { before, now, lastHolder, known } = facts;
  if (now.lockId === null) {
    if (before === null || before.lockId === null) return null;
    return now.released ? 'released' : 'removed';
  }
  if (before?.lockId === now.lockId) return null;
  if (known) return 'returned';
  if (lastHolder === null) return before === null ? 'first-seen' : 'acquired';
  return causeOfChange(lastHolder, facts.sawNone);
}

/** A claim under the old id says more than an absence; without a listing since the change nothing is said. */
export function causeOfChange(old: FolderMemory, sawNone: boolean): TransitionCause {
  if (old.claimSeenAt !== null) return 'taken-over';
  if (!old.answeredSinceOrphaned) return 'undetermined';
  return sawNone ? 'released-and-reacquired' : 'unlocked-or-taken-by-0.14';
}
