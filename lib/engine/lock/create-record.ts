/**
 * Wins an absent record. An unanswered create may still land, even after the lock was held, unlocked and gone: so every
 * further one carries an id of its own, and no id that has left the record can come back to it (cluster-lock.md, H.3; D1).
 */
import { type BeatWriter, openBeatWriter } from './beat-writer';
import type { LeaseTiming } from './lease-timing-rules';
import { type LockContext, newUlid, wallText } from './lock-context';
import { lockKey } from './lock-names';
import type { LockPlace } from './lock-place';
import { encodeLockRecord, type LockRecord } from './lock-record';
import { answerTo, equal, readBack } from './settle-write';

/** One id, its bytes, and the writer of its beats. */
export interface Attempt {
  readonly record: LockRecord;
  readonly body: Uint8Array;
  readonly writer: BeatWriter;
}

/** `unsettled`: no answer in the time there was; one of the ids may still come to be named, which then nobody holds. */
export type Created =
  | { readonly kind: 'written'; readonly attempt: Attempt }
  | { readonly kind: 'lost' | 'unsettled' | 'no_first_beat' };

export interface CreateOptions {
  readonly timing: LeaseTiming;
  /** Asked just before each sending: false ends the tries. */
  readonly maySend: () => boolean;
  /** What must be in before the record names the id (D25); false when it could not be. */
  readonly prepare: (attempt: Attempt) => Promise<boolean>;
}

const maxTries = 40;

/** @param candidate for the first sending; later ones differ from it in id and time */
export async function createRecord(
  context: LockContext,
  place: LockPlace,
  candidate: Omit<LockRecord, 'createdAt'>,
  { timing, maySend, prepare }: CreateOptions,
): Promise<Created> {
  const key = lockKey(place.root);
  const sent: Attempt[] = [];
  for (let tries = 1; tries <= maxTries && maySend(); tries += 1) {
    if (tries > 1) await context.clock.sleep(timing.retryMs);
    const lockId = tries === 1 ? candidate.lockId : newUlid(context);
    const attempt = attemptOf(context, place, { ...candidate, lockId }, timing);
    if (!(await prepare(attempt))) return { kind: sent.length === 0 ? 'no_first_beat' : 'unsettled' };
    if (!maySend()) break;
    sent.push(attempt);
    const answer = await answerTo(context.clock, timing.requestMs, () =>
      context.store.create(key, attempt.body),
    );
    if (answer.kind === 'written') return { kind: 'written', attempt };
    if (answer.kind === 'conflict' && sent.length === 1) return { kind: 'lost' };
    const found = await readBack(context, key, timing.requestMs);
    if (found?.kind !== 'found') continue;
    const mine = sent.find(({ body }) => equal(found.body, body));
    return mine === undefined ? { kind: 'lost' } : { kind: 'written', attempt: mine };
  }
  return { kind: 'unsettled' };
}

export function attemptOf(
  context: LockContext,
  place: LockPlace,
  candidate: Omit<LockRecord, 'createdAt'>,
  timing: LeaseTiming,
): Attempt {
  const record = { ...candidate, createdAt: wallText(context) };
  const writer = openBeatWriter(context, place, record.lockId, timing);
  return { record, body: encodeLockRecord(record), writer };
}
