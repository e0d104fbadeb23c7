/** The same store for the work a lock guards: every change asks the lock, synchronously, at the moment it is sent (D19). */
import type { ChangeOptions, ObjectStore } from '@/lib/engine/store/object-store';

/**
 * Reads pass. A change after the fence or the deadline is refused and never sent; one sent before may still land.
 * @param held of whoever holds the lock
 */
export function guardedStore(store: ObjectStore, held: { assertHeld(): void }): ObjectStore {
  const { traits, withReferenceLock } = store;
  const change: ChangeOptions = { beforeSend: () => held.assertHeld() };
  function guarded<A extends readonly unknown[], R>(send: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      held.assertHeld();
      return send(...args);
    };
  }
  return {
    kind: store.kind,
    uri: store.uri,
    rootPath: store.rootPath,
    ordered: store.ordered,
    get: (key, options) => store.get(key, options),
    getRange: (key, range, options) => store.getRange(key, range, options),
    head: (key, options) => store.head(key, options),
    list: (options) => store.list(options),
    create: guarded((key: string, body: Uint8Array) => store.create(key, body, change)),
    replace: guarded((key: string, body: Uint8Array, etag: string) => store.replace(key, body, etag, change)),
    put: guarded((key: string, body: Uint8Array) => store.put(key, body, change)),
    delete: guarded((key: string) => store.delete(key, change)),
    deleteIfMatch: guarded((key: string, etag: string) => store.deleteIfMatch(key, etag, change)),
    deleteBatch: guarded((keys: readonly string[]) => store.deleteBatch(keys, change)),
    ...(traits === undefined ? {} : { traits: () => traits.call(store) }),
    ...(withReferenceLock === undefined
      ? {}
      : {
          withReferenceLock: <T>(key: string, work: () => Promise<T>) =>
            withReferenceLock.call(store, key, work) as Promise<T>,
        }),
  };
}
