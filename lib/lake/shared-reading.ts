/** One reading shared by all who ask: single-flight, kept while fresh, the last good one kept beside an error. */
import type { Clock, WallInstant } from '@/lib/base/clock';

export interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

/** A value with its age, its price and a tag that changes when the value does. */
export interface Reading<T> {
  readonly value: T;
  readonly readAt: WallInstant;
  readonly cost: Cost;
  readonly etag: string;
}

export interface Shared<T> {
  /** A reading at most `maxAgeMs` old; callers that come together share one read. Throws what the read threw. */
  get(maxAgeMs: number): Promise<Reading<T>>;
  /** The last good reading, however old; undefined when there never was one. */
  last(): Reading<T> | undefined;
  /** What the newest read threw, undefined when it went well. */
  error(): unknown;
  /** Forgets freshness: the next `get` reads again. */
  expire(): void;
}

/**
 * @param read reads once and says what it cost
 * @param etagOf a string that changes exactly when a viewer should look again
 * @param onChange told when a read gave another tag than the one before
 */
export function shareReading<T>(
  clock: Clock,
  read: (previous: T | undefined) => Promise<{ value: T; cost: Cost }>,
  etagOf: (value: T) => string,
  onChange: (reading: Reading<T>) => void = () => {},
): Shared<T> {
  let last: Reading<T> | undefined;
  let failure: unknown;
  let fresh = false;
  let inFlight: Promise<Reading<T>> | undefined;

  const readOnce = async (): Promise<Reading<T>> => {
    try {
      const { value, cost } = await read(last?.value);
      const reading = { value, cost, readAt: clock.wall(), etag: etagOf(value) };
      const changed = last !== undefined && last.etag !== reading.etag;
      last = reading;
      fresh = true;
      failure = undefined;
      if (changed) onChange(reading);
      return reading;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      inFlight = undefined;
    }
  };

  return {
    get(maxAgeMs) {
      if (inFlight) return inFlight;
      if (last && fresh && clock.wall() - last.readAt <= maxAgeMs) return Promise.resolve(last);
      inFlight = readOnce();
      return inFlight;
    },
    last: () => last,
    error: () => failure,
    expire: () => {
      fresh = false;
    },
  };
}
