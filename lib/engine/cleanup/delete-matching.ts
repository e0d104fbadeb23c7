/** Deletes objects only while they are what was planned: a delete that lands late cannot hit what took the name since (D10). */
import pLimit from 'p-limit';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';

const tries = 4;
const firstPauseMs = 200;
const deletesAtOnce = 16;

interface Matching {
  readonly key: string;
  readonly etag: ETag;
}

/**
 * `deleted` by this call; `gone` without it; `changed`: another object has the name now and stays; `unknown`: the object
 * may still be there, or its delete may still land.
 */
export type MatchedDelete = 'deleted' | 'gone' | 'changed' | 'unknown';

/** One request per object where all is well, at most 16 at once; the answers in the order asked. Needs A3. */
export async function deleteMatching(
  store: ObjectStore,
  clock: Clock,
  objects: readonly Matching[],
): Promise<readonly MatchedDelete[]> {
  const limit = pLimit(deletesAtOnce);
  try {
    return await Promise.all(objects.map((one) => limit(() => deleteOne(store, clock, one))));
  } finally {
    limit.clearQueue();
  }
}

async function deleteOne(store: ObjectStore, clock: Clock, { key, etag }: Matching): Promise<MatchedDelete> {
  let sent = false;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await clock.sleep(firstPauseMs * 2 ** (attempt - 1));
    try {
      const { kind } = await store.deleteIfMatch(key, etag);
      if (kind === 'deleted') return 'deleted';
      if (kind === 'conflict') {
        const now = await store.head(key);
        // Absent counts as ours when an earlier delete of this call had no answer.
        if (now.kind === 'absent') return sent ? 'deleted' : 'gone';
        if (now.meta.etag !== etag) return 'changed';
      }
      if (kind === 'unknown') sent = true;
    } catch (error) {
      if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
    }
  }
  return 'unknown';
}
