/** Releases a lease: its file goes, and what earlier uncertain answers may have left goes with it (D). */
import { VamplateError } from '@/lib/base/errors';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/**
 * One call per key; a file that is not there is released.
 * @throws `unavailable` with `details.leftBehind` when a delete is not certain: those files hold the version until they
 * expire, or until this is called again
 */
export async function releaseLease(store: ObjectStore, keys: readonly string[]): Promise<void> {
  const left: string[] = [];
  for (const key of keys) if ((await tryDelete(store, key)) === 'unknown') left.push(key);
  if (left.length > 0) {
    throw new VamplateError('unavailable', 'Whether the lease was released could not be settled.', {
      outcome: 'unknown',
      leftBehind: left[0],
    });
  }
}
