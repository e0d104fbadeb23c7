/** Renews a lease until it is stopped, and says so at once when the lease can no longer be trusted (D). */
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';

export interface Renewal {
  /** Aborted, with the error as its reason, once the lease is no longer sure to hold. */
  readonly lost: AbortSignal;
  /** Resolves when no renewal is under way any more. */
  stop(): Promise<void>;
}

/**
 * @param renew one renewal with the same duration
 * @param since this process's clock before the lease was written: by that clock it ends no later than `ttlMs` after
 */
export function keepRenewed(
  clock: Clock,
  since: MonotonicInstant,
  ttlMs: number,
  renew: () => Promise<void>,
): Renewal {
  const lost = new AbortController();
  const stopped = new AbortController();
  const sleeping = clock.sleep.bind(clock);

  async function run(): Promise<void> {
    let heldSince = since;
    let wait = ttlMs / 3;
    while (!stopped.signal.aborted) {
      await sleeping(wait, stopped.signal).catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error;
      });
      if (stopped.signal.aborted) return;
      const asked = clock.monotonic();
      try {
        await renew();
        heldSince = asked;
        wait = ttlMs / 3;
      } catch (error) {
        const passing = isVamplateError(error) && error.kind === 'unavailable';
        if (!passing || clock.monotonic() - heldSince >= ttlMs) throw error;
        wait = ttlMs / 10;
      }
    }
  }

  const running = run().catch((error: unknown) => lost.abort(error));
  return {
    lost: lost.signal,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
