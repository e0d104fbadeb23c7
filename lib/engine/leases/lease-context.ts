/** What every lease verb works with: the lake's store, the one version, and the process it runs in. */
import type { StorageInstant } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { LeaseRules } from './lease-protocol-rules';

export interface LeaseContext {
  readonly store: ObjectStore;
  readonly random: Random;
  /** This process's own dropped runs. */
  readonly abandoned: AbandonedDrains;
  readonly rules: LeaseRules;
}

/** A lease file of ours that is known to have been stored. */
export interface HeldLease {
  readonly place: VersionPlace;
  readonly id: string;
  readonly key: string;
  readonly ttlMicros: bigint;
  readonly storedAt: StorageInstant;
  /** E, by the store's clock. */
  readonly expiresAt: StorageInstant;
}
