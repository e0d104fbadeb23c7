/**
 * The owner of a lease as a machine (cluster-lock.md, B and H.1), on the owner's monotonic clock. Its deadline counts from
 * the start of the first attempt at the last acknowledged beat, and is asked before anything else at every event.
 */
import type { MonotonicInstant } from '@/lib/base/clock';
import { unreachable } from '@/lib/base/unreachable';
import type { LeaseTiming } from './lease-timing-rules';

export type FenceReason = 'superseded' | 'lapsed';

interface Live {
  /** S_b: start of the first attempt at the last acknowledged beat; before any, start of the acquisition. */
  readonly provenAt: MonotonicInstant;
  /** Number of the beat that comes next. */
  readonly sequence: number;
}

interface Attempting extends Live {
  /** Start of this beat's first attempt, before its reads. */
  readonly startedAt: MonotonicInstant;
}

export type OwnerState =
  | (Live & { readonly kind: 'idle'; readonly dueAt: MonotonicInstant })
  | (Attempting & { readonly kind: 'checking' })
  | (Attempting & { readonly kind: 'beating' })
  | (Attempting & { readonly kind: 'waiting'; readonly retryAt: MonotonicInstant })
  | (Live & { readonly kind: 'releasing' })
  | { readonly kind: 'fenced'; readonly reason: FenceReason; readonly at: MonotonicInstant }
  | { readonly kind: 'released' };

export type OwnerEvent =
  /** Nothing but time. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'due' }
  | { readonly kind: 'checked'; readonly claim: ClaimCheck; readonly record: RecordCheck }
  | { readonly kind: 'beaten'; readonly acknowledged: boolean }
  | { readonly kind: 'retry' }
  | { readonly kind: 'release' }
  | { readonly kind: 'released' }
  /** A lost compare-and-swap, or a claim or a foreign record seen outside a beat. */
  | { readonly kind: 'lost' };

/** Only an answered read is absence or presence; everything else is `unanswered` (B.4d). */
export type ClaimCheck = 'present' | 'absent' | 'unanswered';
/** `lost`: a complete answer shows the record missing, released or naming another id. */
export type RecordCheck = 'mine' | 'lost' | 'unanswered';

/** Held since `provenAt`; the next beat is due at once or one interval after it. */
export function startOwner(
  provenAt: MonotonicInstant,
  sequence: number,
  firstDueAt: MonotonicInstant,
): OwnerState {
  return { kind: 'idle', provenAt, sequence, dueAt: firstDueAt };
}

/** The instant at which a live owner fences itself; null when nothing of time can end it any more. */
export function deadlineOf(state: OwnerState, timing: LeaseTiming): MonotonicInstant | null {
  if (state.kind === 'fenced' || state.kind === 'released') return null;
  return later(state.provenAt, timing.deadlineMs);
}

/** An event that means nothing in a state leaves it as it is; a fence is never left. */
export function stepOwner(
  state: OwnerState,
  event: OwnerEvent,
  now: MonotonicInstant,
  timing: LeaseTiming,
): OwnerState {
  const deadline = deadlineOf(state, timing);
  if (deadline === null || state.kind === 'fenced' || state.kind === 'released') return state;
  if (now >= deadline) return { kind: 'fenced', reason: 'lapsed', at: now };
  const superseded: OwnerState = { kind: 'fenced', reason: 'superseded', at: now };
  const { provenAt, sequence } = state;
  switch (event.kind) {
    case 'tick':
      return state;
    case 'lost':
      return superseded;
    case 'due':
      return state.kind === 'idle' ? { kind: 'checking', provenAt, sequence, startedAt: now } : state;
    case 'retry':
      return state.kind === 'waiting' ? { ...attempt(state), kind: 'checking' } : state;
    case 'checked':
      if (state.kind !== 'checking') return state;
      if (event.claim === 'present' || event.record === 'lost') return superseded;
      if (event.claim === 'unanswered' || event.record === 'unanswered') return waiting(state, now, timing);
      return { ...attempt(state), kind: 'beating' };
    case 'beaten':
      if (state.kind !== 'beating') return state;
      return event.acknowledged ? beaten(state, timing) : waiting(state, now, timing);
    case 'release':
      return state.kind === 'idle' || state.kind === 'waiting'
        ? { kind: 'releasing', provenAt, sequence }
        : state;
    case 'released':
      return state.kind === 'releasing' ? { kind: 'released' } : state;
    default:
      return unreachable(event);
  }
}

function beaten({ startedAt, sequence }: Attempting, timing: LeaseTiming): OwnerState {
  return {
    kind: 'idle',
    provenAt: startedAt,
    sequence: sequence + 1,
    dueAt: later(startedAt, timing.intervalMs),
  };
}

function waiting(state: Attempting, now: MonotonicInstant, timing: LeaseTiming): OwnerState {
  return { ...attempt(state), kind: 'waiting', retryAt: later(now, timing.retryMs) };
}

function attempt({ provenAt, sequence, startedAt }: Attempting): Attempting {
  return { provenAt, sequence, startedAt };
}

function later(at: MonotonicInstant, ms: number): MonotonicInstant {
  return (at + ms) as MonotonicInstant;
}
