/** Reads the object store's clock by writing an empty object and reading back when it was stored (spec D). A write: never in a dry run. */
import type { StorageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from './object-store';

/** Where the instant is read. Some stores give milliseconds in listings and seconds in HEAD: compare only like with like (D18). */
export type ClockSource = 'list' | 'head';

/**
 * @param key the clock object, `_refs/version_lease_gc/{ns}/_clock` in a dataset
 * @returns the instant at which the store says it stored the object just now
 * @throws `unavailable` when the write is not certain or the object cannot be read back
 */
export async function readStorageClock(
  store: ObjectStore,
  key: string,
  source: ClockSource,
): Promise<StorageInstant> {
  const answer = await store.put(key, new Uint8Array());
  if (answer.kind !== 'written') {
    const options = answer.kind === 'unknown' ? { cause: answer.cause } : {};
    throw new VamplateError('unavailable', 'The storage clock could not be written.', { key }, options);
  }
  const storedAt = source === 'head' ? await byHead(store, key) : await byList(store, key);
  if (storedAt === null) {
    throw new VamplateError('unavailable', 'The storage clock is not there right after it was written.', {
      key,
    });
  }
  return storedAt;
}

async function byHead(store: ObjectStore, key: string): Promise<StorageInstant | null> {
  const head = await store.head(key);
  return head.kind === 'found' ? head.meta.storedAt : null;
}

async function byList(store: ObjectStore, key: string): Promise<StorageInstant | null> {
  // The key itself is the first key that begins with it, on an ordered store; a full page serves the others.
  const page = await store.list({ prefix: key, ...(store.ordered ? { limit: 1 } : {}) });
  return page.objects.find((meta) => meta.key === key)?.storedAt ?? null;
}
