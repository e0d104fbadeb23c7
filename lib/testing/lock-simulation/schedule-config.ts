/** What one schedule of locks is made of, drawn from its seed: who takes part, how bad the network is, how often a machine stops. */
import type { SeededRandom } from '@/lib/testing/seeded-random';

export interface LockScheduleConfig {
  /** L of everybody, in milliseconds. */
  readonly leaseMs: number;
  /** An owner of the 0.14 line looks at the claim only. */
  readonly oldOwner: boolean;
  /** A successor of the 0.14 line deletes the old lease folder after its take-over. Never beside an old owner. */
  readonly oldSuccessor: boolean;
  readonly operator: 'none' | 'guarded' | 'rash' | 'stock';
  /** Somebody spoils the record of a live owner, and moves it aside later. */
  readonly spoiler: boolean;
  /** Chance that a successor dies right after it sent its claim. */
  readonly diesClaiming: number;
  /** Chances of one request. */
  readonly lost: number;
  readonly answerLost: number;
  readonly late: number;
  readonly silent: number;
  readonly slow: number;
  /** Mean time between two stops, deaths or spells of bad answers, in leases. */
  readonly eventEvery: number;
  /** Chance that an owner that has worked for a lease lets its lock go. */
  readonly releases: number;
}

/** Faults for so many leases, then some without any. */
export const stormyLeases = 12;
export const calmLeases = 9;

export function drawLockConfig(random: SeededRandom): LockScheduleConfig {
  const line = random.int(4);
  const rate = () => (random.chance(0.5) ? 0 : random.int(60) / 1_000);
  return {
    leaseMs: random.pick([3_000, 6_000, 30_000, 30_000, 60_000, 600_000]),
    oldOwner: line === 0,
    oldSuccessor: line === 1,
    operator: random.pick(['none', 'guarded', 'guarded', 'rash', 'stock']),
    spoiler: random.chance(0.25),
    diesClaiming: random.pick([0, 0.3]),
    lost: rate(),
    answerLost: rate(),
    late: rate(),
    silent: rate() / 4,
    slow: rate(),
    eventEvery: random.pick([0.7, 1.5, 3]),
    releases: random.pick([0, 0.02, 0.1]),
  };
}
