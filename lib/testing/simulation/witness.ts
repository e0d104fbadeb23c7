/** What invariants ask: what lies there and how it came, who relies on it, and when each process last looked. */
import type { Facts } from './facts';
import type { Promises } from './promises';

/** When a process last began to list each place, at the moment it sent a call. */
export interface LastLooks {
  /** Which of its runs the process was in. */
  readonly run: number;
  /** When that run began. */
  readonly began: number;
  readonly refs: number;
  readonly versions: number;
  readonly trees: number;
  readonly clones: number;
  readonly states: number;
  readonly leases: number;
  /** The markers of one version, as readers and publishers list them. */
  readonly markers: number;
  /** When its listing of leases had surely ended. */
  readonly leasesEnded: number;
  /** Whether that listing is what it is at. */
  readonly listsLeases: boolean;
}

/** A released cleaner knows nothing of leases and promises; what it breaks is not ours. */
export const releasedCleaner = 'released cleaner';

/** Clients of released Lance, whose writes promise nothing to anybody. */
export function isReleased(process: string): boolean {
  return process.includes('released');
}

export interface Witness {
  readonly facts: Facts;
  readonly promises: Promises;
  /** Keys that went as no protocol can prevent: by a released cleaner, or needed by what came within a delete window. */
  readonly excused: Set<string>;
  /** Keys that a run may delete, by process; none while it runs nothing. */
  readonly plans: ReadonlyMap<string, ReadonlySet<string>>;
  /** Versions that outside reasons hold for the whole schedule (D14). */
  readonly heldOutside: ReadonlySet<bigint>;
  hit(what: string): void;
}
