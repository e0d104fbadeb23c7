/** Whether the owner of a run is silent: by one clock that never jumps, between two looks that saw the same beat (D19). */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { RunRecord } from './run-record';

/** Owners beat at least every 10 seconds; six missed beats are silence. */
export const runBeatMs = 10_000;
export const runSilenceMs = 6 * runBeatMs;

/** One look of this process at the run. */
export interface RunLook {
  readonly run: RunRecord;
  readonly sentAt: MonotonicInstant;
  readonly answeredAt: MonotonicInstant;
}

/** The same beat of the same owner, seen for the first time and for the last. */
export interface SilenceWatch {
  readonly ownerId: string | null;
  readonly beat: number;
  readonly firstAnsweredAt: MonotonicInstant;
  readonly lastSentAt: MonotonicInstant;
}

/** A look that shows another beat or owner begins anew. */
export function noteLook(watch: SilenceWatch | null, { run, sentAt, answeredAt }: RunLook): SilenceWatch {
  const ownerId = run.owner?.id ?? null;
  const beat = run.beat.count;
  if (watch === null || watch.ownerId !== ownerId || watch.beat !== beat) {
    return { ownerId, beat, firstAnsweredAt: answeredAt, lastSentAt: sentAt };
  }
  return { ...watch, lastSentAt: sentAt };
}

/** Proven silence in milliseconds: from when the beat had been seen to when it was asked for again. */
export function silentMs({ firstAnsweredAt, lastSentAt }: SilenceWatch): number {
  return Math.max(0, lastSentAt - firstAnsweredAt);
}

/** Whether this watch proves that the owner of exactly this record is silent. */
export function provesSilence(watch: SilenceWatch | null, run: RunRecord): boolean {
  if (watch === null || watch.ownerId !== (run.owner?.id ?? null) || watch.beat !== run.beat.count)
    return false;
  return silentMs(watch) > runSilenceMs;
}
