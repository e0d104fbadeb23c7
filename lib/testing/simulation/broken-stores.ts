/** Stores that read an answer wrongly, as a careless adapter would: each is one broken rule of D1 or of reading. */
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { ObjectStore, StoreTime, WriteAnswer } from '@/lib/engine/store/object-store';

const backoffMs = 10_000;

/** Sends again what may have landed, and takes a name that is taken for its own. */
export function blindlyRetrying(store: ObjectStore, clock: Clock): ObjectStore {
  const again = async (send: () => Promise<WriteAnswer>): Promise<WriteAnswer> => {
    const first = await send();
    if (first.kind !== 'unknown') return first;
    await clock.sleep(backoffMs);
    const second = await send();
    return second.kind === 'conflict' ? { kind: 'written', etag: '', storeTime: second.storeTime } : second;
  };
  return {
    ...store,
    create: (key, body) => again(() => store.create(key, body)),
    replace: (key, body, etag) => again(() => store.replace(key, body, etag)),
  };
}

/** Takes 409, which says that nothing was written, for the object being there. */
export function takingRefusalForPresence(store: ObjectStore): ObjectStore {
  const refusedIsThere = async (send: () => Promise<WriteAnswer>): Promise<WriteAnswer> => {
    try {
      return await send();
    } catch (error) {
      if (!isVamplateError(error) || error.details.outcome !== 'not_written') throw error;
      return { kind: 'written', etag: '', storeTime: null };
    }
  };
  return {
    ...store,
    create: (key, body) => refusedIsThere(() => store.create(key, body)),
    replace: (key, body, etag) => refusedIsThere(() => store.replace(key, body, etag)),
  };
}

/** Takes a read that failed for an object that is not there. */
export function takingUnreadableForAbsent(store: ObjectStore): ObjectStore {
  const orElse = async <T>(read: () => Promise<T>, nothing: T): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
      return nothing;
    }
  };
  const absent = { kind: 'absent', storeTime: null } as const;
  let storeTime: StoreTime = null;
  return {
    ...store,
    get: (key, options) => orElse(() => store.get(key, options), absent),
    getRange: (key, range, options) => orElse(() => store.getRange(key, range, options), absent),
    head: (key, options) => orElse(() => store.head(key, options), absent),
    list: async (options) => {
      const page = await orElse(() => store.list(options), {
        objects: [],
        prefixes: [],
        next: null,
        storeTime,
      });
      storeTime = page.storeTime;
      return page;
    },
  };
}
