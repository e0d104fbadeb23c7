/** Wins the record by one conditional write and starts to hold it (cluster-lock.md, B.1, B.2, C.10; D25 for our own roots). */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { ETag } from '@/lib/engine/store/object-store';
import { type BeatWriter, openBeatWriter } from './beat-writer';
import { type HeldLock, holdLock } from './hold-lock';
import type { LeaseTiming } from './lease-timing-rules';
import { type LockContext, wallText } from './lock-context';
import { beats, type LockPlace } from './lock-place';
import { encodeLockRecord, type LockRecord } from './lock-record';
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
  const { clock } = context;
  const record: LockRecord = { ...candidate, createdAt: wallText(context) };
  const startedAt = clock.monotonic();
  const writer = openBeatWriter(context, place, record.lockId, timing);
  const beating = beats(place, record.operation);
  const inTime = () => !beating || clock.monotonic() - startedAt < timing.deadlineMs;
  const beatsFirst = beating && place.kind === 'own';
  if (beatsFirst && !(await firstBeat(context, writer, timing, inTime))) return { kind: 'no_first_beat' };
  const settled = await settleLockWrite(context, place, encodeLockRecord(record), before, {
    requestMs: timing.requestMs,
    retryMs: timing.retryMs,
    maySend: inTime,
  });
  if (settled.kind !== 'written') return settled;
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
