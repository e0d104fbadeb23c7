/** Watches one lock for as long as somebody listens: a look every sixth of the lease with jitter, surviving every error (G.2). */
import type { Random } from '@/lib/base/random';
import type { LockPlace } from './lock-place';
import type { LockSnapshot } from './lock-snapshot-rules';
import { nothingSeen } from './observation-rules';
import { nextLookAt } from './observer-rules';
import { type ObserverContext, pollLock } from './poll-lock';

export interface WatchOptions {
  /** L by configuration, in milliseconds; null when it is not configured. */
  readonly configuredMs: number | null;
  /** Ends the watch, at once and without an error. */
  readonly signal: AbortSignal;
}

/** One look after another, never two at a time. Ends with its signal; no answer of the store ends it. */
export async function* watchLock(
  context: ObserverContext & { readonly random: Random },
  place: LockPlace,
  { configuredMs, signal }: WatchOptions,
): AsyncGenerator<LockSnapshot, void> {
  const { clock } = context;
  let seen = nothingSeen;
  try {
    while (!signal.aborted) {
      const beganAt = clock.monotonic();
      const look = await pollLock(context, place, seen, { configuredMs, signal });
      seen = look.seen;
      yield look.snapshot;
      const jitter = (context.random.bytes(1)[0] ?? 0) / 255;
      const { lease, evidence } = look.snapshot;
      const dueAt = nextLookAt(beganAt, lease, evidence?.seenAt ?? null, jitter);
      await clock.sleep(Math.max(0, dueAt - clock.monotonic()), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
