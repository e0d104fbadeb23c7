/** A store whose every change is preceded by the owner's own check, in the same turn: nothing is sent after its time (D19). */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ChangeOptions, ObjectStore } from '@/lib/engine/store/object-store';

/**
 * Reads pass. Once refused, every later change is refused too: what was given up is not taken back.
 * @param mayProceed throws when the owner may change nothing any more; it must not wait
 */
export function ownedStore(store: ObjectStore, mayProceed: () => void): ObjectStore {
  let refusal: VamplateError | null = null;
  const check = () => {
    if (refusal !== null) throw refusal;
    try {
      mayProceed();
    } catch (error) {
      refusal = refusalOf(error);
      throw refusal;
    }
  };
  const change: ChangeOptions = { beforeSend: check };
  // An async function runs up to its first `await` in its caller's turn: nothing comes between check and call. What the
  // store repeats by itself, or prepares for a while, it asks about again.
  const checked =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      check();
      return call(...given);
    };
  const { traits, withReferenceLock } = store;
  return {
    kind: store.kind,
    uri: store.uri,
    rootPath: store.rootPath,
    ordered: store.ordered,
    get: (key, options) => store.get(key, options),
    getRange: (key, range, options) => store.getRange(key, range, options),
    head: (key, options) => store.head(key, options),
    list: (options) => store.list(options),
    create: checked((key, body) => store.create(key, body, change)),
    replace: checked((key, body, etag) => store.replace(key, body, etag, change)),
    put: checked((key, body) => store.put(key, body, change)),
    delete: checked((key) => store.delete(key, change)),
    deleteIfMatch: checked((key, etag) => store.deleteIfMatch(key, etag, change)),
    deleteBatch: checked((keys) => store.deleteBatch(keys, change)),
    ...(traits === undefined ? {} : { traits: () => traits.call(store) }),
    ...(withReferenceLock === undefined
      ? {}
      : {
          withReferenceLock: <T>(key: string, work: () => Promise<T>) =>
            withReferenceLock.call(store, key, work) as Promise<T>,
        }),
  };
}

/** Never `unavailable`, which asks to try again, and never a foreign error, which says nothing of what was sent. */
export function refusalOf(error: unknown): VamplateError {
  if (isVamplateError(error) && error.kind !== 'unavailable') return error;
  const sentence = 'The run may change nothing any more: its owner gave it up.';
  return new VamplateError('conflict', sentence, { reason: 'not_owned' }, { cause: error });
}
