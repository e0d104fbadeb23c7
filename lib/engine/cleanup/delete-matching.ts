/** Deletes objects only while they are what was planned: a delete that lands late cannot hit what took the name since (D10). */
import pLimit from 'p-limit';
import { isVamplateError } from '@/lib/base/errors';
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';

const deletesAtOnce = 16;

interface Matching {
  readonly key: string;
  readonly etag: ETag;
}

/**
 * `deleted` by this run; `gone` without it; `changed`: another object has the name now and stays; `unknown`: the object
 * may still be there, or its delete may still land.
 */
export type MatchedDelete = 'deleted' | 'gone' | 'changed' | 'unknown';

/**
 * One request per object where all is well, at most 16 at once, none of them repeated: whoever sends one again looks
 * afresh first (D16). The answers in the order asked. Needs A3.
 * @param open keys of earlier deletes that had no answer: absence is their effect then
 */
export async function deleteMatching(
  store: ObjectStore,
  objects: readonly Matching[],
  open: ReadonlySet<string>,
): Promise<readonly MatchedDelete[]> {
  const limit = pLimit(deletesAtOnce);
  try {
    return await Promise.all(objects.map((one) => limit(() => deleteOne(store, one, open))));
  } finally {
    limit.clearQueue();
  }
}

async function deleteOne(
  store: ObjectStore,
  { key, etag }: Matching,
  open: ReadonlySet<string>,
): Promise<MatchedDelete> {
  try {
    const { kind } = await store.deleteIfMatch(key, etag);
    if (kind !== 'conflict') return kind;
    const now = await store.head(key);
    if (now.kind === 'absent') return open.has(key) ? 'deleted' : 'gone';
    return now.meta.etag === etag ? 'unknown' : 'changed';
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') return 'unknown';
    throw error;
  }
}
