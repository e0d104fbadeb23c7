/** Repeats reads that were `unavailable`, a bounded number of times; writes and deletes pass through untouched (D1). */
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from './object-store';

export interface RetryOptions {
  readonly clock: Clock;
  /** Tries in all, the first included (default 3). */
  readonly attempts?: number;
  /** Pause before the second try; doubles each time (default 100). */
  readonly pauseMs?: number;
}

/** A read the caller aborted is never repeated; every other error than `unavailable` is the answer at once. */
export function retryingStore(store: ObjectStore, options: RetryOptions): ObjectStore {
  const { clock, attempts = 3, pauseMs = 100 } = options;

  async function repeated<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        const worthwhile = isVamplateError(error) && error.kind === 'unavailable';
        if (!worthwhile || attempt >= attempts || signal?.aborted) throw error;
        await clock.sleep(pauseMs * 2 ** (attempt - 1), signal);
      }
    }
  }

  const { traits, withReferenceLock } = store;
  return {
    kind: store.kind,
    uri: store.uri,
    rootPath: store.rootPath,
    ordered: store.ordered,
    get: (key, read) => repeated(() => store.get(key, read), read.signal),
    getRange: (key, range, read?: ReadOptions) =>
      repeated(() => store.getRange(key, range, read), read?.signal),
    head: (key, read?: ReadOptions) => repeated(() => store.head(key, read), read?.signal),
    list: (list) => repeated(() => store.list(list), list.signal),
    create: (key, body, options) => store.create(key, body, options),
    replace: (key, body, etag, options) => store.replace(key, body, etag, options),
    put: (key, body, options) => store.put(key, body, options),
    delete: (key, options) => store.delete(key, options),
    deleteIfMatch: (key, etag, options) => store.deleteIfMatch(key, etag, options),
    deleteBatch: (keys, options) => store.deleteBatch(keys, options),
    ...(traits === undefined ? {} : { traits: () => traits.call(store) }),
    ...(withReferenceLock === undefined
      ? {}
      : {
          withReferenceLock: <T>(key: string, work: () => Promise<T>) =>
            withReferenceLock.call(store, key, work) as Promise<T>,
        }),
  };
}
