/** What a census of leases decides: a version goes on only when every lease on it is surely over (D, G.2, D12). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import type { LeaseName } from '@/lib/engine/leases/lease-names';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
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
}

export const cleanupRules: CleanupRules = {
  drainCensus: takeCensus,
  sealCensus: takeCensus,
  sealedInTime,
};
