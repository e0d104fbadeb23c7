/** A store to read from that stops answering after so many requests: whoever asks beyond is told so, and asks no more. */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface Budget {
  /** Requests that may still be sent. */
  left: number;
}

type Reads = Pick<ObjectStore, 'get' | 'getRange' | 'head' | 'list'>;

/** @returns the same store, whose reads count; nothing may be written through it */
export function budgeted(store: ObjectStore, budget: Budget): ObjectStore {
  const spend = <T>(call: () => Promise<T>): Promise<T> => {
    if (budget.left <= 0)
      return Promise.reject(new VamplateError('unavailable', 'The request budget is used up.'));
    budget.left -= 1;
    return call();
  };
  const refuse = (): never => {
    throw new VamplateError('internal', 'This store is for reading.');
  };
  const reads: Reads = {
    get: (key, options) => spend(() => store.get(key, options)),
    getRange: (key, range, options) => spend(() => store.getRange(key, range, options)),
    head: (key, options) => spend(() => store.head(key, options)),
    list: (options) => spend(() => store.list(options)),
  };
  const { kind, uri, rootPath, ordered } = store;
  return {
    ...{ kind, uri, rootPath, ordered, ...reads },
    ...{
      create: refuse,
      replace: refuse,
      put: refuse,
      delete: refuse,
      deleteIfMatch: refuse,
      deleteBatch: refuse,
    },
  };
}
