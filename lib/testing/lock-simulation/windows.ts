/** The windows of section F in which two owners may both act: how often each was met, how long the longest was, and its bound. */
import type { Loss } from './owner-facts';

/** Until its next look begins, and has its answer; without answers until the deadline. In leases. */
const answered = 1 / 3 + 1 / 30;
const unanswered = 2 / 3;

/** Windows in which two may act, and for how long at most, in leases of the owner's own clock. */
export const overlaps: Readonly<Record<string, number>> = {
  F1: answered,
  F2: unanswered,
  F5: answered,
  F13: answered,
  'F13 without answers': unanswered,
  F14: answered,
  'F14 without answers': unanswered,
  F15: unanswered,
  /** Beside a claim whose successor does not have the lock yet, or never will (F11). */
  claim: answered,
  'claim without answers': unanswered,
};
/** Windows in which nobody may act at all, or which only make everybody wait: the ledger's invariants are their bound. */
export const closed = ['F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12', 'F16'] as const;
/** F17 is no window of the protocol: a store that ignores conditions is outside of it, and the probe says so (CT-56). */

/** Every window that these schedules never met, or that was longer than its bound. */
export function unproven(
  hits: Readonly<Record<string, number>>,
  longest: Readonly<Record<string, number>>,
): string[] {
  const missed = [...Object.keys(overlaps), ...closed].filter((window) => !((hits[window] ?? 0) > 0));
  const exceeded = Object.entries(overlaps).filter(([window, bound]) => (longest[window] ?? 0) > bound);
  return [
    ...missed.map((window) => `${window} not met`),
    ...exceeded.map(([window]) => `${window} too long`),
  ];
}

export class Windows {
  /** By the owner's own clock, in leases. */
  readonly longest = new Map<string, number>();
  readonly hits = new Map<string, number>();

  constructor(private readonly leaseMs: number) {}

  hit(what: string): void {
    this.hits.set(what, (this.hits.get(what) ?? 0) + 1);
  }

  /**
   * @param mono how long after its loss an owner still acts, by its own clock
   * @param troubled whether its looks were not all answered at once: then only the deadline bounds it
   * @returns what is wrong with it, or null
   */
  overlap(window: string, mono: number, troubled: boolean): string | null {
    this.hit(window);
    this.longest.set(window, Math.max(this.longest.get(window) ?? 0, mono / this.leaseMs));
    const bound = troubled || window === 'F15' ? unanswered : answered;
    return mono <= bound * this.leaseMs ? null : `${Math.round(mono)} ms, longer than ${window} allows`;
  }
}

/** The row of section F that a loss opens. */
export function windowOf({ how, byOld }: Loss, troubled: boolean): string {
  if (how === 'spoiled') return 'F15';
  if (how === 'taken over') return troubled ? 'F2' : byOld ? 'F5' : 'F1';
  const unlock = how === 'wrongly deleted' ? 'F14' : 'F13';
  return troubled ? `${unlock} without answers` : unlock;
}
