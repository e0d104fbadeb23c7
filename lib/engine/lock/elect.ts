/** Wins the record by one conditional write and starts to hold it (cluster-lock.md, B.1, B.2, C.10; D25 for our own roots). */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { ETag } from '@/lib/engine/store/object-store';
import type { BeatWriter } from './beat-writer';
import { type Attempt, attemptOf, type Created, type CreateOptions, createRecord } from './create-record';
import { type HeldLock, holdLock } from './hold-lock';
import type { LeaseTiming } from './lease-timing-rules';
import type { LockContext } from './lock-context';
import { beats, type LockPlace } from './lock-place';
import { startOwner } from './owner-rules';
import { settleLockWrite } from './settle-write';

/** `unsettled`: no answer in time; the record may still come to name this id, which then nobody holds. */
export type Election =
  | { readonly kind: 'held'; readonly lock: HeldLock }
  | { readonly kind: 'lost' | 'unsettled' | 'lapsed' | 'no_first_beat' };

export interface Candidate {
  /** Never used before. */
  readonly lockId: string;
  readonly operation: string;
  readonly pid: number;
}

/** @param before the version to replace, null to create; never one read again after a claim */
export async function elect(
  context: LockContext,
  place: LockPlace,
  candidate: Candidate,
  before: ETag | null,
  timing: LeaseTiming,
): Promise<Election> {
  const startedAt = context.clock.monotonic();
  const beating = beats(place, candidate.operation);
  const inTime = () => !beating || context.clock.monotonic() - startedAt < timing.deadlineMs;
  const beatsFirst = beating && place.kind === 'own';
  const prepare = async ({ writer }: Attempt) => !beatsFirst || firstBeat(context, writer, timing, inTime);
  const won = await win(context, place, candidate, before, { timing, maySend: inTime, prepare });
  if (won.kind !== 'written') return won;
  const { record, writer } = won.attempt;
  const state = beatsFirst
    ? startOwner(startedAt, 1, (startedAt + timing.intervalMs) as MonotonicInstant)
    : startOwner(startedAt, 0, startedAt);
  const { lock, firstBeat: acknowledged } = holdLock(context, place, { record, timing, state, writer });
  if (beating && !beatsFirst && !(await soon(context, acknowledged, timing))) {
    // It may not serve; while it still holds, the record is given back (B.2).
    await lock.release();
    return { kind: 'no_first_beat' };
  }
  try {
    lock.assertHeld();
  } catch {
    // A fenced owner touches the record no more (B.6).
    await lock.drop();
    return { kind: 'lapsed' };
  }
  return { kind: 'held', lock };
}

async function win(
  context: LockContext,
  place: LockPlace,
  candidate: Candidate,
  before: ETag | null,
  options: CreateOptions,
): Promise<Created> {
  if (before === null) return createRecord(context, place, candidate, options);
  const { timing, maySend, prepare } = options;
  const attempt = attemptOf(context, place, candidate, timing);
  if (!(await prepare(attempt))) return { kind: 'no_first_beat' };
  const { requestMs, retryMs } = timing;
  const settled = await settleLockWrite(context, place, attempt.body, before, {
    requestMs,
    retryMs,
    maySend,
  });
  return settled.kind === 'written' ? { kind: 'written', attempt } : settled;
}

/** D25: before the record, so that no record of our own is ever without a beat. */
async function firstBeat(
  { clock }: LockContext,
  writer: BeatWriter,
  timing: LeaseTiming,
  inTime: () => boolean,
): Promise<boolean> {
  while (inTime()) {
    if (await writer.write(0)) return true;
    await clock.sleep(timing.retryMs);
  }
  return false;
}

/** Within the first third of the lease, so that a release is still possible after it. */
async function soon(
  { clock }: LockContext,
  acknowledged: Promise<void>,
  { intervalMs }: LeaseTiming,
): Promise<boolean> {
  const over = new AbortController();
  const late = clock.sleep(intervalMs, over.signal).then(
    () => false,
    () => false,
  );
  const first = await Promise.race([acknowledged.then(() => true), late]);
  over.abort();
  return first;
}
