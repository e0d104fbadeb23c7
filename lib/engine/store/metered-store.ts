/** Counts what a piece of work asks of a store, by kind of call, so that every panel can say what it cost. */
import type { GetAnswer, ObjectStore } from './object-store';

export const requestKinds = ['get', 'getRange', 'head', 'list', 'write', 'delete'] as const;
export type RequestKind = (typeof requestKinds)[number];

export interface Meter {
  /** Calls made so far; a batch of deletes is one call. What a backend repeats below its interface is not seen here. */
  readonly requests: number;
  /** Bytes of bodies read and written so far; names and headers do not count. */
  readonly bytes: number;
  readonly byKind: Readonly<Record<RequestKind, { readonly requests: number; readonly bytes: number }>>;
}

/** @returns the store to work with and the meter that runs along; each call of this function starts at zero */
export function metered(store: ObjectStore): { readonly store: ObjectStore; readonly meter: Meter } {
  const counts = emptyCounts();
  const meter: Meter = {
    get requests() {
      return requestKinds.reduce((sum, kind) => sum + counts[kind].requests, 0);
    },
    get bytes() {
      return requestKinds.reduce((sum, kind) => sum + counts[kind].bytes, 0);
    },
    byKind: counts,
  };

  async function counted<T>(
    kind: RequestKind,
    call: () => Promise<T>,
    bytesOf: (answer: T) => number,
  ): Promise<T> {
    counts[kind].requests += 1;
    const answer = await call();
    counts[kind].bytes += bytesOf(answer);
    return answer;
  }
  const nothing = () => 0;
  const bodyBytes = (answer: GetAnswer) => (answer.kind === 'found' ? answer.body.length : 0);
  const sent = (body: Uint8Array) => () => body.length;
  const { traits, withReferenceLock } = store;

  const seen: ObjectStore = {
    kind: store.kind,
    uri: store.uri,
    rootPath: store.rootPath,
    ordered: store.ordered,
    get: (key, options) => counted('get', () => store.get(key, options), bodyBytes),
    getRange: (key, range, options) =>
      counted('getRange', () => store.getRange(key, range, options), bodyBytes),
    head: (key, options) => counted('head', () => store.head(key, options), nothing),
    list: (options) => counted('list', () => store.list(options), nothing),
    create: (key, body, options) => counted('write', () => store.create(key, body, options), sent(body)),
    replace: (key, body, etag, options) =>
      counted('write', () => store.replace(key, body, etag, options), sent(body)),
    put: (key, body, options) => counted('write', () => store.put(key, body, options), sent(body)),
    delete: (key, options) => counted('delete', () => store.delete(key, options), nothing),
    deleteIfMatch: (key, etag, options) =>
      counted('delete', () => store.deleteIfMatch(key, etag, options), nothing),
    deleteBatch: (keys, options) => counted('delete', () => store.deleteBatch(keys, options), nothing),
    ...(traits === undefined ? {} : { traits: () => traits.call(store) }),
    ...(withReferenceLock === undefined
      ? {}
      : {
          withReferenceLock: <T>(key: string, work: () => Promise<T>) =>
            withReferenceLock.call(store, key, work) as Promise<T>,
        }),
  };
  return { store: seen, meter };
}

function emptyCounts(): Record<RequestKind, { requests: number; bytes: number }> {
  return {
    get: { requests: 0, bytes: 0 },
    getRange: { requests: 0, bytes: 0 },
    head: { requests: 0, bytes: 0 },
    list: { requests: 0, bytes: 0 },
    write: { requests: 0, bytes: 0 },
    delete: { requests: 0, bytes: 0 },
  };
}
