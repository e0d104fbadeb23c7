/** When a lease ends and whether it still holds, by the store's clock alone (D, 5.3). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { precisionMs } from '@/lib/engine/retirement/ownership-rules';
import { maxTtlMicros, minTtlMicros } from './lease-names';

export type LeaseStanding = 'active' | 'expired' | 'unknown';

/**
 * E = stored + ttl + 1 s, in milliseconds, a part of one rounded up: the only error possible is to believe a lease for
 * up to a millisecond longer.
 */
export function leaseExpiry(storedAt: StorageInstant, ttlMicros: bigint): StorageInstant {
  return storageInstant(storedAt + Number((ttlMicros + 999n) / 1000n) + precisionMs);
}

/** Active iff E > T, equality is expired; `unknown` without the store's time of the answer that listed it. */
export function judgeLease(
  lease: { readonly storedAt: StorageInstant; readonly ttlMicros: bigint },
  storeTime: StorageInstant | null,
): LeaseStanding {
  if (storeTime === null) return 'unknown';
  return leaseExpiry(lease.storedAt, lease.ttlMicros) > storeTime ? 'active' : 'expired';
}

/**
 * The duration to write for a wanted one: whole microseconds, rounded up. Throws `invalid_input` before anything is
 * written: zero, negative, not a number, below 1 µs or above 10 years break every later scan (D).
 */
export function ttlMicrosOf(ttlMs: number): bigint {
  const micros = Math.ceil(ttlMs * 1000);
  const tooShort = ttlMs * 1000 < Number(minTtlMicros);
  if (!Number.isFinite(ttlMs) || tooShort || micros > Number(maxTtlMicros)) {
    throw new VamplateError('invalid_input', 'A lease lasts at least 1 microsecond and at most 10 years.', {
      ttlMs,
    });
  }
  return BigInt(micros);
}
