/** How long a sealed plan may be run: 30 minutes by the store's own clock, so that no host's clock decides it (D12). */
import type { StorageInstant } from '@/lib/base/clock';
import type { StoreTime } from '@/lib/engine/store/object-store';

export const planLifeMs = 30 * 60_000;

export interface PlanLife {
  readonly sealedAt: StorageInstant;
  readonly lapsesAt: StorageInstant;
  /** `unknown`: the store states no time; nothing is run on such a plan. */
  readonly state: 'alive' | 'lapsed' | 'unknown';
}

/** @param storeTime of an answer after the plan was sealed */
export function planLife(sealedAt: StorageInstant, storeTime: StoreTime): PlanLife {
  const lapsesAt = (sealedAt + planLifeMs) as StorageInstant;
  const state = storeTime === null ? 'unknown' : storeTime < lapsesAt ? 'alive' : 'lapsed';
  return { sealedAt, lapsesAt, state };
}
