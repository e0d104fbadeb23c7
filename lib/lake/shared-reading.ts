/** One reading shared by all who ask: single-flight, kept while fresh, the last good one kept beside an error. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';

export interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

/** A value with its age, its price and a tag that changes when the value does. */
export interface Reading<T> {
  readonly value: T;
  /** When the read began: nothing in the value is older. */
  readonly readAt: WallInstant;
  readonly cost: Cost;
  readonly etag: string;
  /** Moments in the order of all readings of this process, by no clock: what ended before another began was seen earlier. */
  readonly began: number;
  readonly ended: number;
}

export interface Shared<T> {
  /** A reading at most `maxAgeMs` old; callers that come together share one read. Throws what the read threw. */
  get(maxAgeMs: number): Promise<Reading<T>>;
  /** A reading that began after `moment`, which is the `ended` of another reading. */
  since(moment: number): Promise<Reading<T>>;
  /** The last good reading, however old; undefined when there never was one. */
  last(): Reading<T> | undefined;
  /** The last good reading if it is at most so old. */
  lastWithin(maxAgeMs: number): Reading<T> | undefined;
  /** What the newest read threw, undefined when it went well. */
  error(): unknown;
  /** Forgets freshness: the next `get` gives a reading that begins after now. */
  expire(): void;
}

/** While a store fails, all who ask within this time are told the same failure: a crowd does not ask it again and again. */
export const failureStandsMs = 1_000;

let moments = 0;

/**
 * @param read reads once and says what it cost
 * @param etagOf a string that changes exactly when a viewer should look again
 * @param onChange told when a viewer should look again: another tag than before, a first failure, the end of one
 */
export function shareReading<T>(
  clock: Clock,
  read: (previous: T | undefined) => Promise<{ value: T; cost: Cost }>,
  etagOf: (value: T) => string,
  onChange: (etag: string) => void = () => {},
): Shared<T> {
  let last: Reading<T> | undefined;
  let lastBegan: MonotonicInstant | undefined;
  let failed: { readonly error: unknown; readonly began: number; readonly at: MonotonicInstant } | undefined;
  let inFlight: { readonly began: number; readonly reading: Promise<Reading<T>> } | undefined;
  /** Readings that began at or before this moment are not handed out by `get`. */
  let expired = 0;

  async function readOnce(began: number): Promise<Reading<T>> {
    const readAt = clock.wall();
    const at = clock.monotonic();
    let tag: string | undefined;
    try {
      const { value, cost } = await read(last?.value);
      const reading = { value, cost, readAt, etag: etagOf(value), began, ended: ++moments };
      if (failed !== undefined || (last !== undefined && last.etag !== reading.etag)) tag = reading.etag;
      last = reading;
      lastBegan = at;
      failed = undefined;
      return reading;
    } catch (error) {
      if (failed === undefined && last !== undefined) tag = `failed ${began}`;
      failed = { error, began, at: clock.monotonic() };
      throw error;
    } finally {
      inFlight = undefined;
      if (tag !== undefined) onChange(tag);
    }
  }

  function begin(): Promise<Reading<T>> {
    const began = ++moments;
    const reading = readOnce(began);
    inFlight = { began, reading };
    return reading;
  }

  function lastWithin(maxAgeMs: number): Reading<T> | undefined {
    if (last === undefined || lastBegan === undefined) return undefined;
    return clock.monotonic() - lastBegan <= maxAgeMs ? last : undefined;
  }

  /** A read that began after the moment: the one under way, the failure that still stands, or a new one. */
  async function after(moment: number): Promise<Reading<T>> {
    // Never two at a time: a late answer of an earlier read must not take the place of a newer one.
    while (inFlight !== undefined && inFlight.began <= moment) {
      await inFlight.reading.catch(() => undefined);
    }
    if (inFlight !== undefined) return inFlight.reading;
    if (failed !== undefined && failed.began > moment && clock.monotonic() - failed.at < failureStandsMs) {
      throw failed.error;
    }
    return begin();
  }

  return {
    get(maxAgeMs) {
      if (inFlight !== undefined && inFlight.began > expired) return inFlight.reading;
      const kept = lastWithin(maxAgeMs);
      if (kept !== undefined && kept.began > expired) return Promise.resolve(kept);
      return after(expired);
    },
    since(moment) {
      if (last !== undefined && last.began > moment) return Promise.resolve(last);
      return after(moment);
    },
    last: () => last,
    lastWithin,
    error: () => failed?.error,
    expire: () => {
      expired = ++moments;
    },
  };
}
