/** Slows answers to wrong tokens. It never judges a right one: it is asked only after a token proved wrong. */
import type { Clock } from '@/lib/base/clock';
import {
  afterFailure,
  type Bucket,
  delayMs,
  emptyBucket,
  globalPace,
  isEmpty,
  sourcePace,
} from './throttle-rules';

/** Sources remembered at once; beyond it the longest untouched is forgotten, and the pace for all still holds. */
const maxSources = 10_000;
/** Answers waiting at once; beyond it they go out unslowed, since memory is bounded and a token has 256 bits. */
const maxWaiting = 2_000;

export class Throttle {
  private readonly sources = new Map<string, Bucket>();
  private all = emptyBucket;
  private waiting = 0;

  constructor(private readonly clock: Clock) {}

  /** Counts one wrong token from `source` and returns once its answer may go out, or once `signal` aborts. */
  async slow(source: string, signal?: AbortSignal): Promise<void> {
    const wait = this.count(source);
    if (wait === 0 || this.waiting >= maxWaiting || signal?.aborted) return;
    this.waiting += 1;
    try {
      await this.clock.sleep(wait, signal);
    } catch (error) {
      // Nobody waits for the answer any more; it costs nothing to give it.
      if (!signal?.aborted) throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  /** How many sources are remembered. */
  get size(): number {
    return this.sources.size;
  }

  private count(source: string): number {
    const now = this.clock.monotonic();
    const bucket = afterFailure(this.sources.get(source) ?? emptyBucket, now, sourcePace);
    this.sources.delete(source);
    this.sources.set(source, bucket);
    this.forget(now);
    this.all = afterFailure(this.all, now, globalPace);
    return Math.max(delayMs(bucket, sourcePace), delayMs(this.all, globalPace));
  }

  /** The map is in order of the last failure, so what has leaked out stands in front. */
  private forget(now: number): void {
    for (const [source, bucket] of this.sources) {
      if (this.sources.size <= maxSources && !isEmpty(bucket, now, sourcePace)) return;
      this.sources.delete(source);
    }
  }
}
