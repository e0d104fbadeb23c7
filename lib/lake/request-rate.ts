/** Requests of the last hour, in twelve slices of five minutes, from a counter that only grows. */
import type { Clock } from '@/lib/base/clock';

const sliceMs = 5 * 60_000;
const slices = 12;

export class RequestRate {
  private readonly seen: { at: number; total: number }[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly total: () => number,
  ) {
    this.seen.push({ at: clock.monotonic(), total: total() });
  }

  /** Remembers the counter; called whenever somebody reads. */
  sample(): void {
    const now = this.clock.monotonic();
    const last = this.seen.at(-1);
    if (last && now - last.at < sliceMs) return;
    this.seen.push({ at: now, total: this.total() });
    if (this.seen.length > slices + 1) this.seen.shift();
  }

  /** Requests since an hour ago, or since the start when that is later. */
  lastHour(): number {
    this.sample();
    const since = this.clock.monotonic() - slices * sliceMs;
    const from = this.seen.findLast(({ at }) => at <= since) ?? this.seen[0];
    return this.total() - (from?.total ?? 0);
  }

  /** The pace of the last five minutes or so, in requests per hour. */
  perHourNow(): number {
    this.sample();
    const now = this.clock.monotonic();
    const from = this.seen.findLast(({ at }) => now - at >= sliceMs) ?? this.seen[0];
    if (!from || now - from.at < 1000) return 0;
    return Math.round(((this.total() - from.total) * 3_600_000) / (now - from.at));
  }
}
