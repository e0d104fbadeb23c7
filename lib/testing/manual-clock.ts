/** A host clock that moves only when told; sleepers wake in the order of their instants. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export class ManualClock implements Clock {
  private sleepers: Sleeper[] = [];
  private elapsed = 0;

  /** @param start what the wall clock says at first, in milliseconds since the epoch */
  constructor(private readonly start = Date.UTC(2030, 0, 1)) {}

  /** Bound: a local store takes it as a function of its own. */
  readonly wall = (): WallInstant => (this.start + this.elapsed) as WallInstant;

  monotonic(): MonotonicInstant {
    return this.elapsed as MonotonicInstant;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        this.sleepers = this.sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { at: this.elapsed + ms, wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /** When the next sleeper wakes, counted from now; null when nobody sleeps. */
  get nextWakeMs(): number | null {
    return this.sleepers.reduce<number | null>(
      (first, { at }) => Math.min(first ?? Number.POSITIVE_INFINITY, Math.max(0, at - this.elapsed)),
      null,
    );
  }

  advance(ms: number): void {
    this.elapsed += ms;
    const due = this.sleepers.filter(({ at }) => at <= this.elapsed).sort((a, b) => a.at - b.at);
    this.sleepers = this.sleepers.filter(({ at }) => at > this.elapsed);
    for (const { wake } of due) wake();
  }
}
