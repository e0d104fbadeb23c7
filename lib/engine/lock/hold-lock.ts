/**
 * Keeps one won lock: beats every third of the lease after checking claim and record, fences itself for good when it is
 * lost or the deadline passes, and lets no effect be sent without asking the deadline at that very moment (B, D19).
 */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { BeatWriter } from './beat-writer';
import type { LeaseTiming } from './lease-timing-rules';
import { checkClaim } from './list-lease';
import type { LockContext } from './lock-context';
import { fencedError, stoppedError, unconfirmed } from './lock-errors';
import { beats, type LockPlace } from './lock-place';
import type { LockRecord } from './lock-record';
import { deadlineOf, type FenceReason, type OwnerEvent, type OwnerState } from './owner-rules';
import { checkRecord } from './read-lock';
import { dropUnleased, type ReleaseOutcome, releaseRecord } from './release-lock';
import { withinTime } from './request-limit';

export interface HeldLock {
  readonly record: LockRecord;
  /** Why this process may do nothing more; null while it holds. Never becomes null again. */
  readonly fence: { readonly reason: FenceReason; readonly at: MonotonicInstant } | null;
  /** Aborted with the fence; its reason is the error every effect meets. */
  readonly signal: AbortSignal;
  /** Synchronous: to be called just before each effect is sent. @throws `refused` when fenced, past the deadline, released */
  assertHeld(): void;
  /** Reads claim and record now, as before each batch (D19). @throws as `assertHeld`, or `unavailable` without an answer */
  confirm(): Promise<void>;
  /**
   * Beats on until `settled` is done, then releases the record and removes its own beats (B.8).
   * @param settled all work this lock guards; its failure does not keep the lock
   */
  release(settled?: Promise<unknown>): Promise<ReleaseOutcome>;
  /** Ends without a release: a leased record stays as it is; an unleased one goes if it still names this owner (CT-25). */
  drop(): Promise<void>;
}

export interface HoldOptions {
  readonly record: LockRecord;
  readonly timing: LeaseTiming;
  readonly state: OwnerState;
  /** Of this record's id; it may have written beats already. */
  readonly writer: BeatWriter;
}

export interface Holding {
  readonly lock: HeldLock;
  /** Resolves when the first beat of this holding is acknowledged, or it ends. */
  readonly firstBeat: Promise<void>;
}

export function holdLock(context: LockContext, place: LockPlace, options: HoldOptions): Holding {
  const { clock, rules } = context;
  const { record, writer } = options;
  const { lockId } = record;
  const beating = beats(place, record.operation);
  // Without beats no time ends the holding: only a look at claim and record does.
  const timing = beating ? options.timing : { ...options.timing, deadlineMs: Number.POSITIVE_INFINITY };
  const fenced = new AbortController();
  const stopped = new AbortController();
  let state = options.state;
  let acknowledge = () => {};
  const firstBeat = new Promise<void>((resolve) => {
    acknowledge = resolve;
  });

  /** The one place where the state changes. */
  function step(event: OwnerEvent): OwnerState {
    const before = state;
    state = rules.stepOwner(before, event, clock.monotonic(), timing);
    if (state.kind === 'fenced' && before.kind !== 'fenced') fenced.abort(fencedError(lockId, state.reason));
    if (state.kind === 'fenced' || (before.kind === 'beating' && state.kind === 'idle')) acknowledge();
    return state;
  }

  function assertHeld(): void {
    step({ kind: 'tick' });
    if (state.kind === 'fenced') throw fencedError(lockId, state.reason);
    if (stopped.signal.aborted) throw stoppedError(lockId);
  }

  /** Sleeps to an instant; ends early when the lock is fenced or let go. */
  async function sleepUntil(at: MonotonicInstant): Promise<void> {
    const until = AbortSignal.any([fenced.signal, stopped.signal]);
    await clock.sleep(Math.max(0, at - clock.monotonic()), until).catch(() => undefined);
  }

  async function beatLoop(): Promise<void> {
    for (;;) {
      switch (state.kind) {
        case 'idle':
          await sleepUntil(state.dueAt);
          if (stopped.signal.aborted) return;
          step({ kind: 'due' });
          break;
        case 'checking':
          step({ kind: 'checked', ...(await check(context, place, lockId, timing)) });
          break;
        case 'beating':
          await beat(state.sequence);
          break;
        case 'waiting':
          await sleepUntil(state.retryAt);
          if (stopped.signal.aborted) return;
          step({ kind: 'retry' });
          break;
        default:
          return;
      }
    }
  }

  async function beat(sequence: number): Promise<void> {
    await writer.removeBefore(sequence);
    // The deadline again, synchronously: a pause since the reads must not let a beat out (CT-12).
    if (step({ kind: 'tick' }).kind !== 'beating') return;
    step({ kind: 'beaten', acknowledged: await writer.write(sequence) });
  }

  /** The only fence with a timer of its own (B.5). */
  async function deadlineLoop(): Promise<void> {
    for (;;) {
      const deadline = deadlineOf(state, timing);
      if (deadline === null || stopped.signal.aborted) return;
      await sleepUntil(deadline);
      step({ kind: 'tick' });
    }
  }

  const looping = beating ? beatLoop() : Promise.resolve();
  if (beating) void deadlineLoop();

  async function stop(): Promise<void> {
    stopped.abort();
    await looping;
  }

  return {
    firstBeat,
    lock: {
      record,
      get fence() {
        return state.kind === 'fenced' ? { reason: state.reason, at: state.at } : null;
      },
      signal: fenced.signal,
      assertHeld,
      async confirm() {
        assertHeld();
        const { claim, record: found } = await check(context, place, lockId, timing);
        if (claim === 'present' || found === 'lost') step({ kind: 'lost' });
        assertHeld();
        if (claim === 'unanswered' || found === 'unanswered') throw unconfirmed(lockId);
      },
      async release(settled = Promise.resolve()) {
        await settled.catch(() => undefined);
        await stop();
        return releaseRecord(context, place, { record, timing, step });
      },
      async drop() {
        await stop();
        if (!place.leased) await dropUnleased(context, place, record);
      },
    },
  };
}

/** Both reads at once; either without a definite answer is `unanswered` (B.4b, proposed). */
async function check(context: LockContext, place: LockPlace, lockId: string, timing: LeaseTiming) {
  const [claim, record] = await Promise.all([
    withinTime(context.clock, timing.requestMs, (signal) => checkClaim(context, place, lockId, signal)).catch(
      () => 'unanswered' as const,
    ),
    withinTime(context.clock, timing.requestMs, (signal) =>
      checkRecord(context, place, lockId, { signal }),
    ).catch(() => 'unanswered' as const),
  ]);
  return { claim, record };
}
