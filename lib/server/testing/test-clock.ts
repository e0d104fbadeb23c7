/** A clock that moves only when told: sleepers wake in order of their instants. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export class TestClock implements Clock {
  private sleepers: Sleeper[] = [];

  /** @param now milliseconds since the epoch; both clocks start here */
  constructor(private now = Date.UTC(2030, 0, 1)) {}

  /** Bound: a local store takes it as a function of its own. */
  readonly wall = (): WallInstant => this.now as WallInstant;

  monotonic(): MonotonicInstant {
    return this.now as MonotonicInstant;
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
      const sleeper = { at: this.now + ms, wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', stop);
    });
  }

  /** How many wait, and for how long at most. */
  get waits(): readonly number[] {
    return this.sleepers.map(({ at }) => at - this.now);
  }

  advance(ms: number): void {
    this.now += ms;
    const due = this.sleepers.filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at);
    this.sleepers = this.sleepers.filter(({ at }) => at > this.now);
    for (const { wake } of due) wake();
  }
}
