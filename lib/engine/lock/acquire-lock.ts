/** Acquires a lock: creates it, replaces a released one, or takes it over from an owner whose silence is proven (B.1, C). */

import { claimLock } from './claim-lock';
import { type Candidate, type Election, elect } from './elect';
import type { HeldLock } from './hold-lock';
import { defaultLeaseMs, type LeaseTiming, leaseTiming } from './lease-timing-rules';
import { type LockContext, newUlid } from './lock-context';
import { type LockCode, unusable } from './lock-errors';
import type { LockPlace } from './lock-place';
import type { LockRecord } from './lock-record';
import { type LockReading, type NamedLock, readLock } from './read-lock';
import { withinTime } from './request-limit';
import { watchSilence } from './watch-silence';

export interface AcquireRequest {
  /** `serve` beats in clusters; every operation beats in our own roots. */
  readonly operation: string;
  readonly pid: number;
  /** L in milliseconds, 3,000 to 600,000 (default 30,000); `lock.lease_seconds` of the configuration. */
  readonly leaseMs?: number;
  /** `after_silence`: watch a leased holder and take over once its silence is proven. Default `never`: a held lock is refused. */
  readonly takeOver?: 'never' | 'after_silence';
  /** Ends the wait for a silent owner. */
  readonly signal?: AbortSignal;
  /** Longest watch of one holder (default 20 leases, at least 20 minutes). */
  readonly giveUpMs?: number;
}

export type AcquireOutcome =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly tookOverFrom: string | null }
  | {
      readonly kind: 'refused';
      readonly code: AcquireCode;
      readonly message: string;
      /** Who holds it, when that could be read. */
      readonly holder: LockRecord | null;
    };

export type AcquireCode =
  | LockCode
  /** This root belongs to other writers (D26). */
  | 'stock_writers'
  /** A newer beat was seen. */
  | 'holder_alive'
  /** No beat at all: nothing proves silence, only an operator may unlock. */
  | 'held_unleased'
  /** No answers, or none in time; the record may or may not name this process's dead id. */
  | 'unanswered'
  | 'lost_races';

/** A lock that changes hands more often than this meanwhile is left to the others. */
const maxRounds = 8;

/**
 * @throws `invalid_input` for a lease outside 3 to 600 seconds; the signal's reason when aborted
 */
export async function acquireLock(
  context: LockContext,
  place: LockPlace,
  request: AcquireRequest,
): Promise<AcquireOutcome> {
  const timing = leaseTiming(request.leaseMs ?? defaultLeaseMs);
  const closed = closedTo(place);
  if (closed !== null) return closed;
  for (let round = 1; round <= maxRounds; round += 1) {
    request.signal?.throwIfAborted();
    const reading = await readOrNull(context, place, timing);
    if (reading === null) return refused('state_lock_read_error', 'The lock record had no definite answer.');
    const outcome = await attempt(context, place, request, timing, reading);
    if (outcome !== 'again') return outcome;
  }
  return refused('lost_races', 'The lock kept changing hands.');
}

export function closedTo(place: LockPlace): AcquireOutcome | null {
  if (place.backend === 'external') {
    return refused('unsupported_state_backend', 'This cluster keeps its state in an external backend.');
  }
  if (place.writers === 'stock') {
    return refused(
      'stock_writers',
      'Other programs write in this root: it is watched, and never locked from here.',
    );
  }
  return null;
}

async function attempt(
  context: LockContext,
  place: LockPlace,
  request: AcquireRequest,
  timing: LeaseTiming,
  reading: LockReading,
): Promise<AcquireOutcome | 'again'> {
  const candidate = candidateOf(context, request);
  switch (reading.kind) {
    case 'absent':
      return settled(await elect(context, place, candidate, null, timing), null);
    case 'released':
      return settled(await elect(context, place, candidate, reading.etag, timing), null);
    case 'held':
      if (!place.leased || request.takeOver !== 'after_silence') return heldBy(reading);
      return takeOver(context, place, request, timing, reading, candidate);
    default: {
      const why = unusable(reading);
      return refused(why?.code ?? 'state_lock_read_error', why?.message ?? 'The lock record is unusable.');
    }
  }
}

/** Watch, claim, then the one election: an if-match on the version read before the watch. Nothing is deleted. */
async function takeOver(
  context: LockContext,
  place: LockPlace,
  request: AcquireRequest,
  timing: LeaseTiming,
  holder: NamedLock,
  candidate: Candidate,
): Promise<AcquireOutcome | 'again'> {
  const { lockId } = holder.record;
  const giveUpMs = request.giveUpMs ?? Math.max(20 * timing.leaseMs, 1_200_000);
  const watched = await watchSilence(context, place, holder, timing, { giveUpMs, signal: request.signal });
  switch (watched.kind) {
    case 'gone':
      return 'again';
    case 'alive':
      return refused('holder_alive', `The holder ${lockId} beats.`, holder.record);
    case 'unleased':
      return refused(
        'held_unleased',
        `The holder ${lockId} has no lease: an operator may unlock it.`,
        holder.record,
      );
    case 'unanswered':
      return refused(
        'unanswered',
        `Whether the holder ${lockId} is silent could not be seen.`,
        holder.record,
      );
    case 'silent': {
      const ids = { supersededLockId: lockId, successorLockId: candidate.lockId };
      if (!(await claimLock(context, place, ids, timing)))
        return refused('unanswered', 'The claim had no definite answer.', holder.record);
      return settled(await elect(context, place, candidate, holder.etag, timing), lockId);
    }
  }
}

export function candidateOf(
  context: LockContext,
  { operation, pid }: Pick<AcquireRequest, 'operation' | 'pid'>,
): Candidate {
  return { lockId: newUlid(context), operation, pid };
}

function settled(election: Election, tookOverFrom: string | null): AcquireOutcome | 'again' {
  switch (election.kind) {
    case 'held':
      return { ...election, tookOverFrom };
    case 'lost':
      return 'again';
    case 'no_first_beat':
      return refused('unanswered', 'The first beat was not acknowledged.');
    default:
      return refused('unanswered', 'The lock was not known to be won in time.');
  }
}

async function readOrNull(
  context: LockContext,
  place: LockPlace,
  timing: LeaseTiming,
): Promise<LockReading | null> {
  for (let tries = 1; tries <= 5; tries += 1) {
    if (tries > 1) await context.clock.sleep(timing.retryMs);
    try {
      return await withinTime(context.clock, timing.requestMs, (signal) =>
        readLock(context, place, { signal }),
      );
    } catch {
      // Asked again, a few times.
    }
  }
  return null;
}

function heldBy({ record }: NamedLock): AcquireOutcome {
  const since = `for ${record.operation} since ${record.createdAt}`;
  const message = `The lock is held by ${record.lockId} ${since}; an operator may unlock exactly this id.`;
  return refused('state_lock_held', message, record);
}

function refused(code: AcquireCode, message: string, holder: LockRecord | null = null): AcquireOutcome {
  return { kind: 'refused', code, message, holder };
}
