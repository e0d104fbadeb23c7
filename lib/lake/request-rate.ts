/** Requests of the last hour, in slices of a minute, from a counter that only grows. */
import type { Clock } from '@/lib/base/clock';

const sliceMs = 60_000;
const hourMs = 3_600_000;
/** The pace is taken over the last five minutes. */
const paceMs = 5 * sliceMs;

interface Sample {
  readonly at: number;
  readonly total: number;
}

export class RequestRate {
  private readonly seen: Sample[];

  constructor(
    private readonly clock: Clock,
    private readonly total: () => number,
  ) {
    this.seen = [{ at: clock.monotonic(), total: total() }];
  }

  /** Remembers the counter; the watch loop calls it at every pass, so that no slice is long. */
  sample(): void {
    const now = this.clock.monotonic();
    const last = this.seen.at(-1);
    if (last !== undefined && now - last.at < sliceMs) return;
    this.seen.push({ at: now, total: this.total() });
    // The newest sample at least an hour old is where the hour begins; older ones say nothing more.
    while ((this.seen[1]?.at ?? now) <= now - hourMs) this.seen.shift();
  }

  /** Requests since an hour ago, or since the start when that is later; a slice that was cut is counted by its share. */
  lastHour(): number {
    return Math.round(this.since(hourMs));
  }

  /**
   * The pace of the last five minutes, in requests per hour. A shorter life counts as five minutes: the first looks of
   * a server that has just started are no pace.
   */
  perHourNow(): number {
    return Math.round((this.since(paceMs) * hourMs) / paceMs);
  }

  private since(window: number): number {
    this.sample();
    const now = this.clock.monotonic();
    const total = this.total();
    const from = now - window;
    const index = this.seen.findLastIndex(({ at }) => at <= from);
    const before = this.seen[index];
    const after = this.seen[index + 1] ?? { at: now, total };
    const first = this.seen[0];
    if (before === undefined) return total - (first?.total ?? 0);
    const share = after.at === before.at ? 0 : (from - before.at) / (after.at - before.at);
    return total - (before.total + (after.total - before.total) * share);
  }
}
