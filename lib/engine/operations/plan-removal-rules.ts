/** Which stored plans may go: those no run ever used, once the store itself says that 30 days have passed. */
import type { StorageInstant } from '@/lib/base/clock';
import type { StoreTime } from '@/lib/engine/store/object-store';

/** Plans can be run for 30 minutes, so one of this age can no longer come into use. */
const unusedPlanLifeMs = 30 * 86_400_000;

export interface StoredPlanFacts {
  /** When the youngest of its objects was stored; null when it has none. */
  readonly newestStoredAt: StorageInstant | null;
  /** The store's time of the answer that listed them. */
  readonly storeTime: StoreTime;
  /** Whether any run names it. */
  readonly used: boolean;
}

export type PlanRemoval =
  | { readonly kind: 'remove' }
  | { readonly kind: 'keep'; readonly because: 'used' | 'young' | 'no_store_time' | 'nothing_there' };

export function decidePlanRemoval({ newestStoredAt, storeTime, used }: StoredPlanFacts): PlanRemoval {
  if (used) return { kind: 'keep', because: 'used' };
  if (newestStoredAt === null) return { kind: 'keep', because: 'nothing_there' };
  if (storeTime === null) return { kind: 'keep', because: 'no_store_time' };
  return storeTime - newestStoredAt > unusedPlanLifeMs
    ? { kind: 'remove' }
    : { kind: 'keep', because: 'young' };
}
