/** The decisions of the lease protocol, named by the moment they are asked, so that each can be put to the proof (D). */
import type { StorageInstant } from '@/lib/base/clock';
import {
  type Availability,
  type AvailabilityFacts,
  decideAvailability,
} from '@/lib/engine/retirement/availability-rules';
import { type MarkerFact, renewalRefusedBy } from '@/lib/engine/retirement/retirement-rules';
import { leaseExpiry } from './lease-rules';

export interface LeaseRules {
  /** Acquire, step 1. */
  beforeLease(facts: AvailabilityFacts): Availability;
  /** Acquire, step 3: with the lease in place, so that either this sees a retirement or its census sees the lease. */
  afterLease(facts: AvailabilityFacts): Availability;
  /** Renew, step 2: the marker that refuses. */
  beforeSuccessor(markers: readonly MarkerFact[]): MarkerFact | null;
  /** Renew, step 5, for the same reason as `afterLease`. */
  afterSuccessor(markers: readonly MarkerFact[]): MarkerFact | null;
  /** E: stored + ttl + 1 s. */
  expiry(storedAt: StorageInstant, ttlMicros: bigint): StorageInstant;
  /** Renew, step 4: a successor stored at E or later follows a lease that was already over. */
  inTime(successorStoredAt: StorageInstant, expiresAt: StorageInstant): boolean;
}

export const leaseRules: LeaseRules = {
  beforeLease: decideAvailability,
  afterLease: decideAvailability,
  beforeSuccessor: renewalRefusedBy,
  afterSuccessor: renewalRefusedBy,
  expiry: leaseExpiry,
  inTime: (successorStoredAt, expiresAt) => successorStoredAt < expiresAt,
};
