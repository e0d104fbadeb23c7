/** Bounds one request in time on the process's own clock: what has no answer by then counts as unanswered. */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';

/** Why a request's timer and signal end with it; one for all, since nobody is told. */
const finished = new Error('The request has ended.');

/**
 * The request may still have its effect later; its late answer is dropped.
 * @throws `unavailable` when the time is over, the signal's reason when the caller ends it, or what the request throws
 */
export async function withinTime<T>(
  clock: Clock,
  ms: number,
  request: (signal: AbortSignal) => Promise<T>,
  ended?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  const signal = ended === undefined ? stop.signal : AbortSignal.any([stop.signal, ended]);
  const over = clock.sleep(ms, signal).then(() => {
    throw new VamplateError('unavailable', `No answer within ${Math.round(ms)} ms.`, { outcome: 'unknown' });
  });
  const asked = request(signal);
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, over]);
  } finally {
    over.catch(() => undefined);
    stop.abort(finished);
  }
}
