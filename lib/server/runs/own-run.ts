/** Makes this process the owner of one run: the lock of the dataset first, then the register; and gives both back. */

import { hostname } from 'node:os';
import type { WallInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { Engine } from '@/lib/engine/engine';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import type { RunCounts, RunRecord } from '@/lib/engine/operations/run-record';
import type { SilenceWatch } from '@/lib/engine/operations/silence-rules';
import type { Runtime } from '../runtime';
import { startBeats } from './beat-loop';
import { type CarriedOut, carryOut } from './carry-out';
import { tellSpoiled } from './end-run';
import { RunGuard } from './run-guard';
import { ProgressNotes } from './run-progress';

/** What this process knows of a run that it has or would have. */
export interface Job {
  readonly run: string;
  /** Ends a wait; a run under way ends before its next batch and is left to others. */
  readonly signal: AbortSignal;
  /** The silence that this process has watched so far. */
  readonly watch: () => SilenceWatch | null;
  /** Told when the run is owned, and whenever it got further. */
  readonly onOwned: (owned: { readonly progress: () => RunRecord; readonly guard: RunGuard } | null) => void;
  readonly onChange: () => void;
}

/** `waiting`: somebody else holds the dataset or the run; to be tried again. */
export type Owned = CarriedOut | 'waiting';

export async function ownRun(runtime: Runtime, engine: Engine, record: RunRecord, job: Job): Promise<Owned> {
  const { operations } = engine;
  const leaseMs = runtime.config.runLeaseSeconds * 1_000;
  const acquired = await engine.ownLock(operations.runLockRoot(record.dataset)).acquire({
    ...{ operation: 'cleanup', pid: process.pid, leaseMs, takeOver: 'after_silence', signal: job.signal },
  });
  if (acquired.kind === 'refused') {
    runtime.log.info({ run: record.run, code: acquired.code }, 'a run waits for its dataset');
    return 'waiting';
  }
  const { lock, tookOverFrom } = acquired;
  try {
    const taken = await takeRun(runtime, engine, record, { lock, tookOverFrom, job });
    return taken === null ? 'waiting' : await work(runtime, engine, taken, lock, job);
  } finally {
    const released = await lock.release();
    runtime.log.info({ run: record.run, released: released.kind }, 'the lock of a dataset was given back');
  }
}

interface Holding {
  readonly lock: HeldLock;
  readonly tookOverFrom: string | null;
  readonly job: Job;
}

/** A lock that was free proves nothing about the owner before: its silence is waited for while nobody else can begin. */
async function takeRun(
  { clock }: Runtime,
  { operations }: Engine,
  record: RunRecord,
  { lock, tookOverFrom, job }: Holding,
): Promise<RunRecord | null> {
  const owner = {
    ...{ id: operations.newId(), lockId: lock.record.lockId, host: hostname().slice(0, 200) },
    ...{ pid: process.pid, since: clock.wall() },
  };
  let watch = job.watch();
  for (let ms = 0; ms <= 2 * operations.runTimes.silenceMs; ms += operations.runTimes.beatMs) {
    lock.assertHeld();
    job.signal.throwIfAborted();
    const change = await operations.changeRun(record.run, {
      ...{ kind: 'take', owner, proof: { tookOverFrom, watch } },
    });
    if (change.kind !== 'refused') return change.run;
    if (change.because !== 'owned') return null;
    await clock.sleep(operations.runTimes.beatMs, job.signal);
    const sentAt = clock.monotonic();
    const run = await operations.findRun(record.run);
    if (run === null || run.state === 'ended') return null;
    const next = operations.noteLook(watch, { run, sentAt, answeredAt: clock.monotonic() });
    // A new beat: its owner lives.
    if (watch !== null && (next.beat !== watch.beat || next.ownerId !== watch.ownerId)) return null;
    watch = next;
  }
  return null;
}

async function work(
  runtime: Runtime,
  engine: Engine,
  record: RunRecord,
  lock: HeldLock,
  job: Job,
): Promise<CarriedOut> {
  const { operations } = engine;
  const ownerId = record.owner?.id ?? '';
  const pace = operations.paceOf(record.rate);
  const guard = new RunGuard(operations, lock, pace, record.run, ownerId);
  const notes = new ProgressNotes(runtime.clock, job.onChange, 'take', 'This process has the run.');
  const beats = startBeats(runtime, operations, record, { guard, notes, ownerId });
  const leave = () => guard.stop('leaving', 'This server stops; the next owner goes on.');
  job.signal.addEventListener('abort', leave, { once: true });
  job.onOwned({ progress: () => notes.over(beats.record, runtime.clock.wall()), guard });
  let ended: CarriedOut = 'left';
  try {
    ended = await carryOut(runtime, {
      engine,
      record,
      ownerId,
      pace,
      guard,
      notes,
      beats,
      signal: job.signal,
    });
  } catch (error) {
    runtime.log.error({ error, run: record.run }, 'a run was given up');
    notes.say(isVamplateError(error) ? error.message : 'It failed inside the console.');
    await tellSpoiled(runtime, operations, record);
  } finally {
    job.signal.removeEventListener('abort', leave);
    await beats.stop();
    if (ended === 'left') await leaveRun(runtime, engine, { run: record.run, ownerId, counts: notes.counts });
    job.onOwned(null);
  }
  return ended;
}

/** Nothing of this owner is under way any more: the next one need not wait for its silence. */
async function leaveRun(
  { clock, log }: Runtime,
  { operations }: Engine,
  { run, ownerId, counts }: { readonly run: string; readonly ownerId: string; readonly counts: RunCounts },
): Promise<void> {
  const at: WallInstant = clock.wall();
  const line = { at, sentence: `Process ${process.pid} on ${hostname().slice(0, 100)} left it to others.` };
  try {
    await operations.changeRun(run, { kind: 'leave', ownerId, at, counts, line });
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    log.warn({ error, run }, 'a run could not be left; others wait for this process to be silent');
  }
}
