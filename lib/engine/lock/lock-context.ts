/** What every verb of a lock works with: the store, the process's clocks, its randomness, and the decisions it asks. */
import { ulid } from 'ulid';
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { LockRules } from './lock-rules';

export interface LockContext {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rules: LockRules;
}

/** A ULID, new for every acquisition and never used again. */
export function newUlid({ clock, random }: LockContext): string {
  return ulid(clock.wall(), () => (random.bytes(1)[0] ?? 0) / 256);
}

/** The present as records state it; a wall clock beyond every calendar reads as the epoch (A.1). */
export function wallText({ clock }: Pick<LockContext, 'clock'>): string {
  const at = new Date(clock.wall());
  return Number.isNaN(at.getTime()) ? '1970-01-01T00:00:00Z' : at.toISOString();
}
