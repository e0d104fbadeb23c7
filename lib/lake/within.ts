/** Waits for something for a while and no longer; what was waited for goes on. */
import type { Clock } from '@/lib/base/clock';

/** True when it ended within the time. It may reject later: then whoever else waits for it hears of it. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const slept = clock.sleep(ms, done.signal).then(
    () => false,
    () => true,
  );
  const worked = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([worked, slept]);
  done.abort();
  return result;
}
