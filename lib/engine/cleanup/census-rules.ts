/** What a census of leases decides: a version goes on only when every lease on it is surely over (D, G.2, D12). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import type { LeaseName } from '@/lib/engine/leases/lease-names';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import { sealedInTime } from '@/lib/engine/retirement/retirement-rules';

export interface LeaseFact extends LeaseName {
  readonly key: string;
  readonly storedAt: StorageInstant;
}

export interface Census {
  /** They keep the version. */
  readonly active: readonly LeaseFact[];
  /** Surely over: their files may go. */
  readonly expired: readonly LeaseFact[];
}

/**
 * @param leases of one version
 * @param markedAt stored time of that version's own marker, from a listing like the leases' times (D18)
 * @param clockMarginMs how far two clocks of one store may be apart; an expiry is believed only after it (D12)
 */
export function takeCensus(
  leases: readonly LeaseFact[],
  markedAt: StorageInstant,
  clockMarginMs: number,
): Census {
  const judgedAt = storageInstant(markedAt - clockMarginMs);
  const active = leases.filter((lease) => judgeLease(lease, judgedAt) !== 'expired');
  return { active, expired: leases.filter((lease) => !active.includes(lease)) };
}

/** The decisions of a retirement, named by the moment they are asked, so that each can be put to the proof. */
export interface CleanupRules {
  drainCensus: typeof takeCensus;
  sealCensus: typeof takeCensus;
  sealedInTime: typeof sealedInTime;
  /** Whether a group that was fenced from `startedAt` on and has a seal of `now` goes on; otherwise it is cancelled (D15). */
  groupSealedInTime: typeof groupSealedInTime;
  /** Once commits are written: which of them nothing may be deleted of in this run (D17). */
  afterCommit: typeof leaveAfterCommit;
  /** A commit whose answer stays open is neither cancelled nor deleted (D1). */
  onUndecided(): 'leave' | 'cancel';
  /** Whether a guard reads manifests that the plan did not know (D16). */
  readsNewManifests(): boolean;
  /** Whether a run deletes only what its plan names. */
  keepsToPlan(): boolean;
  /** Of one group's deletes: a crash must leave a version that can be found (G.3). */
  deletionOrder(): 'objects_first' | 'manifests_first';
  /** Of one version's lifecycle objects: the anchor goes last (E). */
  finalizeOrder<T>(ordered: readonly T[]): readonly T[];
}

export const cleanupRules: CleanupRules = {
  drainCensus: takeCensus,
  sealCensus: takeCensus,
  sealedInTime,
  groupSealedInTime,
  afterCommit: leaveAfterCommit,
  onUndecided: () => 'leave',
  readsNewManifests: () => true,
  keepsToPlan: () => true,
  deletionOrder: () => 'objects_first',
  finalizeOrder: (ordered) => ordered,
};

const groupSealedWithinMs = 5 * 60_000;

/** @param startedAt stored time of the group's earliest draining marker, `now` that of a seal, from listings alike (D18) */
export function groupSealedInTime(startedAt: StorageInstant, now: StorageInstant): boolean {
  return now - startedAt <= groupSealedWithinMs;
}

export interface AfterCommitFacts {
  /** Whether the markers are as this run left them. */
  readonly seal: 'there' | 'gone';
  readonly commit: 'there' | 'gone';
  /** What protects the version now, its own retirement aside. */
  readonly protections: readonly Protection[];
}

/** Somebody who recovered in between may have let a lease or a reference in: then the commit alone proves nothing (D17). */
export function leaveAfterCommit({ seal, commit, protections }: AfterCommitFacts): boolean {
  return seal === 'gone' || commit === 'gone' || protections.length > 0;
}
