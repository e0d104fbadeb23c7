/** A successor's watch over one holder: listings only, one at a time, until the owner shows itself or its silence is proven (C). */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { LeaseTiming } from './lease-timing-rules';
import { listLease } from './list-lease';
import type { LockContext } from './lock-context';
import type { LockPlace } from './lock-place';
import { readBeatLease } from './read-beat';
import { type NamedLock, readLock } from './read-lock';
import { withinTime } from './request-limit';
import { decideWatch } from './successor-rules';
import { freshWatch, newestBeat, noteListing, type Watch } from './watch-rules';

/** `gone`: the record changed or vanished meanwhile. `unanswered`: given up, nothing was ever proven. */
export type WatchOutcome = { readonly kind: 'alive' | 'silent' | 'unleased' | 'gone' | 'unanswered' };

/** A stalled listing proves what it was sent for, however late it comes; one that never comes must not hold the watch for ever. */
function listingLimitMs({ leaseMs }: LeaseTiming): number {
  return Math.min(600_000, Math.max(10_000, 3 * leaseMs));
}

/**
 * @param holder as first read: its version is the one a take-over will name
 * @param giveUpMs most time by this process's clock
 * @throws the signal's reason when aborted
 */
export async function watchSilence(
  context: LockContext,
  place: LockPlace,
  holder: NamedLock,
  timing: LeaseTiming,
  { giveUpMs, signal }: { readonly giveUpMs: number; readonly signal?: AbortSignal | undefined },
): Promise<WatchOutcome> {
  const { clock, rules } = context;
  const { lockId } = holder.record;
  const startedAt = clock.monotonic();
  let watch: Watch = freshWatch;
  let beatLeaseMs: number | null = null;
  while (clock.monotonic() - startedAt < giveUpMs) {
    const sentAt = clock.monotonic();
    const [listing, changed] = await Promise.all([
      withinTime(
        clock,
        listingLimitMs(timing),
        (stop) => listLease(context, place, lockId, stop),
        signal,
      ).catch(() => null),
      hasChanged(context, place, holder, timing, signal),
    ]);
    signal?.throwIfAborted();
    if (changed) return { kind: 'gone' };
    if (listing !== null) {
      watch = noteListing(watch, listing);
      beatLeaseMs ??= await readBeatLease(context, place, lockId, newestBeat(listing), timing.requestMs);
    }
    const decision = decideWatch(
      {
        watch,
        silence: rules.silenceMs(watch),
        beatLeaseMs,
        latest: { sentAt, answered: listing !== null },
        now: clock.monotonic(),
      },
      timing,
    );
    if (decision.kind !== 'list_at') return decision;
    await pause(context, decision.at, signal);
  }
  return { kind: 'unanswered' };
}

/** Without a definite answer it has not: the if-match of the take-over decides in the end. */
async function hasChanged(
  context: LockContext,
  place: LockPlace,
  { etag }: NamedLock,
  { requestMs }: LeaseTiming,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const reading = await withinTime(
      context.clock,
      requestMs,
      (stop) => readLock(context, place, { signal: stop }),
      signal,
    );
    return reading.kind === 'absent' || reading.etag !== etag;
  } catch {
    return false;
  }
}

async function pause({ clock }: LockContext, until: MonotonicInstant, signal?: AbortSignal): Promise<void> {
  await clock.sleep(Math.max(0, until - clock.monotonic()), signal);
}
