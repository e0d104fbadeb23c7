/** How long an answer to a wrong token waits: two leaking buckets, one per source and one for all, and a table. */

/** Failures that have not leaked out yet, as of an instant in milliseconds of a clock that never jumps. */
export interface Bucket {
  readonly level: number;
  readonly at: number;
}

export interface Pace {
  /** Failures that cost nothing: a typing error is no attack. */
  readonly free: number;
  /** The first wait; each further failure doubles it. */
  readonly stepMs: number;
  readonly maxMs: number;
  /** One failure is forgotten in this time. */
  readonly leakMs: number;
}

export const sourcePace: Pace = { free: 2, stepMs: 250, maxMs: 8_000, leakMs: 30_000 };
export const globalPace: Pace = { free: 20, stepMs: 100, maxMs: 2_000, leakMs: 1_000 };

export const emptyBucket: Bucket = { level: 0, at: 0 };

/** The bucket after one more failure at `now`. */
export function afterFailure(bucket: Bucket, now: number, pace: Pace): Bucket {
  return { level: levelAt(bucket, now, pace) + 1, at: now };
}

/** Milliseconds that the failure which led to `bucket` waits for its answer. */
export function delayMs(bucket: Bucket, pace: Pace): number {
  const over = Math.ceil(bucket.level) - pace.free;
  return over <= 0 ? 0 : Math.min(pace.maxMs, pace.stepMs * 2 ** (over - 1));
}

/** Nothing is left of it: the source may be forgotten. */
export function isEmpty(bucket: Bucket, now: number, pace: Pace): boolean {
  return levelAt(bucket, now, pace) === 0;
}

function levelAt(bucket: Bucket, now: number, pace: Pace): number {
  return Math.max(0, bucket.level - Math.max(0, now - bucket.at) / pace.leakMs);
}
