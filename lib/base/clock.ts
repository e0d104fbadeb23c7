/** Three kinds of time that never compare: storage (leases), monotonic (watching), wall (display only). */
import type { Brand } from './brand';

/** Milliseconds since the epoch, by the object store's clock. The only time leases are judged by. */
export type StorageInstant = Brand<number, 'StorageInstant'>;

/** Milliseconds of a clock that never jumps; its zero means nothing. */
export type MonotonicInstant = Brand<number, 'MonotonicInstant'>;

/** Milliseconds since the epoch by this host's clock: for display and session expiry only. */
export type WallInstant = Brand<number, 'WallInstant'>;

export function storageInstant(ms: number): StorageInstant {
  return ms as StorageInstant;
}

/** An instant of a watch as this host's clock showed it then: for people. @param known one moment by both clocks */
export function wallOf(
  known: { readonly at: MonotonicInstant; readonly wallAt: WallInstant },
  instant: MonotonicInstant,
): WallInstant {
  return (known.wallAt + (instant - known.at)) as WallInstant;
}

export interface Clock {
  wall(): WallInstant;
  monotonic(): MonotonicInstant;
  /** Resolves after `ms`, or rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  wall: () => Date.now() as WallInstant,
  monotonic: () => performance.now() as MonotonicInstant,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
