/** Deletes what nobody depends on being gone: a failure is told, never thrown, and the rest of the work goes on. */
import { isVamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/**
 * `gone` when the store answered for the key. `unknown`: the object may still be there, or its delete may still land.
 * @throws everything but `unavailable`: a key that is no key is a mistake of ours
 */
export async function tryDelete(store: ObjectStore, key: string): Promise<'gone' | 'unknown'> {
  try {
    const answer = await store.delete(key);
    return answer.kind === 'deleted' ? 'gone' : 'unknown';
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') return 'unknown';
    throw error;
  }
}

/** The same for up to 1,000 keys in one call; the keys that may still be there. */
export async function tryDeleteAll(store: ObjectStore, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  try {
    const answers = await store.deleteBatch(keys);
    return keys.filter((_, index) => answers[index]?.kind !== 'deleted');
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') return keys;
    throw error;
  }
}
