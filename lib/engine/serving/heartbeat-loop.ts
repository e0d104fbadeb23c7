/** Heartbeats until aborted. What operators ask may take long and is done one after another; the replica lives all the while. */
import type { ReportWrite } from './status-writer';

export interface Heart {
  heartbeat(): Promise<ReportWrite>;
  /** What was asked and is not answered yet; only the owner of the place, as of just now, does it. */
  answer(): Promise<void>;
  /** Until the next beat. */
  sleep(): Promise<void>;
}

/** An error of one beat, or of one answer, ends nothing. */
export async function beatUntil(signal: AbortSignal, { heartbeat, answer, sleep }: Heart): Promise<void> {
  let answering: Promise<void> | null = null;
  while (!signal.aborted) {
    const told = await heartbeat().catch(() => null);
    if (told === 'written') {
      answering ??= answer()
        .catch(() => undefined)
        .finally(() => {
          answering = null;
        });
    }
    await sleep().catch(() => undefined);
  }
  await answering;
}
