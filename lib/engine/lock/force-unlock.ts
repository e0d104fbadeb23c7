/**
 * Breaks one lock by its exact id, guarded (cluster-lock.md, D and G.4): on a fresh version, conditionally, never a corrupt
 * record, and never one that changed hands in between. It touches only `lock.json`.
 */
import type { DeleteAnswer, ETag, WriteAnswer } from '@/lib/engine/store/object-store';
import { type LockContext, wallText } from './lock-context';
import { type LockCode, unusable } from './lock-errors';
import { lockKey } from './lock-names';
import { type LockPlace, placeUri } from './lock-place';
import { encodeLockRecord, type LockRecord, releasedForm } from './lock-record';
import { type LockReading, type NamedLock, readLock } from './read-lock';
import { withinTime } from './request-limit';
import {
  decideUnlock,
  type ProbedConditions,
  stockUnlockCommand,
  type UnlockRefusal,
  type UnlockRequest,
} from './unlock-rules';

export type UnlockOutcome =
  | {
      readonly kind: 'unlocked';
      readonly how: 'deleted' | 'released';
      /** What was removed. */
      readonly removed: LockRecord;
      readonly extra: readonly string[];
    }
  | {
      readonly kind: 'refused';
      /** A code of D, or `precondition` with `missing`. */
      readonly code: LockCode | 'precondition';
      readonly message: string;
      readonly missing: readonly UnlockRefusal[];
      /** Who holds the lock now, when that is known. */
      readonly holder: LockRecord | null;
      /** `none`: the record is as it was. `unknown`: the effect may still land, only ever on this exact version. */
      readonly effect: 'none' | 'unknown';
      /** For roots where only the stock tool may do it. */
      readonly stockCommand: string | null;
    };

const requestMs = 20_000;
const retryMs = 1_000;
const maxTries = 5;

/** Bounded: at most five conditional requests, each settled by reading back. Never throws for what the store does. */
export async function forceUnlock(
  context: LockContext,
  place: LockPlace,
  request: UnlockRequest,
  probed: ProbedConditions,
): Promise<UnlockOutcome> {
  if (place.backend === 'external')
    return refused('unsupported_state_backend', 'This cluster keeps its state in an external backend.');
  const reading = await readFresh(context, place);
  const why = refusalOf(reading, request.lockId);
  if (reading === null || why !== null || !names(reading)) return why ?? unreadableNow();
  const decision = decideUnlock(request, place, probed);
  if (decision.kind === 'refuse') {
    const command = decision.reasons.includes('no_conditional_delete')
      ? stockUnlockCommand(placeUri(context.store, place), request.lockId)
      : null;
    return precondition(decision.reasons, reading.record, command);
  }
  return breakLock(context, place, reading, decision.how);
}

function names(reading: LockReading): reading is NamedLock {
  return reading.kind === 'held' || reading.kind === 'released';
}

/** The codes of D, in its order; null when the record names exactly this id. */
function refusalOf(reading: LockReading | null, lockId: string): UnlockOutcome | null {
  if (reading === null) return unreadableNow();
  if (reading.kind === 'absent') return refused('state_lock_missing', 'There is no lock.');
  const why = unusable(reading);
  if (why !== null) return refused(why.code, why.message);
  if (names(reading) && reading.record.lockId !== lockId) {
    const message = `The lock names ${reading.record.lockId}, not the id that was typed.`;
    return refused('state_lock_id_mismatch', message, reading.record);
  }
  return null;
}

/** One conditional effect on the version just read; after no answer the record tells, and only the same one is tried again. */
async function breakLock(
  context: LockContext,
  place: LockPlace,
  found: NamedLock,
  how: 'delete' | 'release',
): Promise<UnlockOutcome> {
  const released = encodeLockRecord(releasedForm(found.record, wallText(context)));
  const key = lockKey(place.root);
  const done: UnlockOutcome = {
    kind: 'unlocked',
    how: how === 'delete' ? 'deleted' : 'released',
    removed: found.record,
    extra: found.extra,
  };
  for (let tries = 1; tries <= maxTries; tries += 1) {
    if (tries > 1) await context.clock.sleep(retryMs);
    const answer = await answered(
      context,
      (): Promise<WriteAnswer | DeleteAnswer> =>
        how === 'delete'
          ? context.store.deleteIfMatch(key, found.etag)
          : context.store.replace(key, released, found.etag),
    );
    if (answer === 'done') return done;
    const now = await readFresh(context, place);
    if (now === null) continue;
    // On the first try a conflict is another's doing; later the record may be gone or released by our own request.
    const ours = tries > 1 || answer === 'unknown';
    if (ours && isDone(now, found, how)) return done;
    if (answer === 'conflict' || !isSame(now, found.etag)) return changed(now);
  }
  return {
    ...refused('state_lock_error', 'Whether the lock was removed is not known.', found.record),
    effect: 'unknown',
  };
}

async function answered(
  { clock }: LockContext,
  send: () => Promise<WriteAnswer | DeleteAnswer>,
): Promise<'done' | 'conflict' | 'unknown'> {
  try {
    const answer = await withinTime(clock, requestMs, send);
    if (answer.kind === 'conflict' || answer.kind === 'unknown') return answer.kind;
    return 'done';
  } catch {
    return 'unknown';
  }
}

function isDone(now: LockReading, found: NamedLock, how: 'delete' | 'release'): boolean {
  if (how === 'delete') return now.kind === 'absent';
  return now.kind === 'released' && now.record.lockId === found.record.lockId && now.etag !== found.etag;
}

function isSame(now: LockReading, etag: ETag): boolean {
  return now.kind !== 'absent' && now.etag === etag;
}

function changed(now: LockReading): UnlockOutcome {
  if (now.kind === 'absent') return refused('state_lock_missing', 'The lock went away meanwhile.');
  const why = unusable(now);
  if (why !== null) return refused(why.code, why.message);
  const holder = names(now) ? now.record : null;
  const message = `The lock changed hands meanwhile and names ${holder?.lockId}: nothing was removed.`;
  return refused('state_lock_id_mismatch', message, holder);
}

/** Null without a definite answer. */
async function readFresh(context: LockContext, place: LockPlace): Promise<LockReading | null> {
  try {
    return await withinTime(context.clock, requestMs, (signal) => readLock(context, place, { signal }));
  } catch {
    return null;
  }
}

type Refused = Extract<UnlockOutcome, { kind: 'refused' }>;

function refused(code: LockCode, message: string, holder: LockRecord | null = null): Refused {
  return { kind: 'refused', code, message, missing: [], holder, effect: 'none', stockCommand: null };
}

function unreadableNow(): Refused {
  return refused('state_lock_read_error', 'The lock record had no definite answer.');
}

function precondition(
  missing: readonly UnlockRefusal[],
  holder: LockRecord,
  stockCommand: string | null,
): Refused {
  const message = 'The lock is not broken until every precondition holds.';
  return { kind: 'refused', code: 'precondition', message, missing, holder, effect: 'none', stockCommand };
}
