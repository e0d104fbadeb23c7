/** How long one process owns a draining marker or an intent: 15 minutes and the second that coarse clocks hide (E, F.2). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';

/** HTTP dates are whole seconds: an instant read from one may be up to this much too early (D). */
export const precisionMs = 1_000;
export const ownershipMs = 15 * 60 * 1_000;

/** The first instant at which the owner no longer owns. */
export function ownedUntil(storedAt: StorageInstant): StorageInstant {
  return storageInstant(storedAt + ownershipMs + precisionMs);
}

/** `expired` from exactly `ownedUntil` on; `unknown` without a store time, never judged by a host clock. */
export function judgeOwnership(
  storedAt: StorageInstant,
  storeTime: StorageInstant | null,
): 'active' | 'expired' | 'unknown' {
  if (storeTime === null) return 'unknown';
  return ownedUntil(storedAt) > storeTime ? 'active' : 'expired';
}
