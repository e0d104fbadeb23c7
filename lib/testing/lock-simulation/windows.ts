/** The windows of section F in which two owners may both act: how often each was met, how long the longest was, and its bound. */
import type { Loss } from './owner-facts';

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
    // Until its next look begins, and has its answer; without answers until the deadline.
    const bound = troubled ? (2 * this.leaseMs) / 3 : this.leaseMs / 3 + this.leaseMs / 30;
    return mono <= bound ? null : `${Math.round(mono)} ms, longer than ${window} allows`;
  }
}

/** The row of section F that a loss opens. */
export function windowOf({ how, byOld }: Loss, troubled: boolean): string {
  if (how === 'taken over') return troubled ? 'F2' : byOld ? 'F5' : 'F1';
  const unlock = how === 'wrongly deleted' ? 'F14' : 'F13';
  return troubled ? `${unlock} without answers` : unlock;
}
