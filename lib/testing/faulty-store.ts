/** Turns every call to a store into one value that somebody else carries out, refuses, loses or lets land late (D1). */
import { VamplateError } from '@/lib/base/errors';
import type { DeleteAnswer, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';

export interface StoreCall<T = unknown> {
  readonly verb: keyof ObjectStore;
  /** The key, the first of several, or the prefix. */
  readonly key: string;
  /** What a write or delete touches. */
  readonly keys: readonly string[];
  readonly mutates: boolean;
  /** Has the effect, now, and gives its answer. */
  readonly effect: () => Promise<T>;
  /** The answer when none comes back: for a read an error, for a write `unknown`. */
  readonly lost: () => Promise<T>;
  /** The answer that proves that nothing was done. */
  readonly refused: () => Promise<T>;
}

/** What happens to one call. Its promise may stay open for ever, as for a process that has died. */
export type Dispatch = <T>(call: StoreCall<T>) => Promise<T>;

/** @param pageLimit most entries of one page, so that a listing takes several calls */
export function faultyStore(inner: ObjectStore, dispatch: Dispatch, pageLimit = 1_000): ObjectStore {
  const refusal = (verb: string, key: string) => async (): Promise<never> => {
    throw unavailable(`${verb} was refused`, { key, outcome: 'not_written' });
  };
  function read<T>(verb: keyof ObjectStore, key: string, effect: () => Promise<T>): Promise<T> {
    const lost = async (): Promise<T> => {
      throw unavailable(`no answer to ${verb}`, { key });
    };
    return dispatch({ verb, key, keys: [], mutates: false, effect, lost, refused: lost });
  }
  function write(verb: keyof ObjectStore, key: string, effect: () => Promise<WriteAnswer>) {
    const lost = async () => unknownAnswer(verb, key);
    return dispatch({ verb, key, keys: [key], mutates: true, effect, lost, refused: refusal(verb, key) });
  }
  function remove(verb: keyof ObjectStore, key: string, effect: () => Promise<DeleteAnswer>) {
    const lost = async () => unknownAnswer(verb, key);
    return dispatch({ verb, key, keys: [key], mutates: true, effect, lost, refused: refusal(verb, key) });
  }

  return {
    kind: inner.kind,
    uri: inner.uri,
    rootPath: inner.rootPath,
    ordered: inner.ordered,
    get: (key, options) => read('get', key, () => inner.get(key, options)),
    getRange: (key, range, options) => read('getRange', key, () => inner.getRange(key, range, options)),
    head: (key, options) => read('head', key, () => inner.head(key, options)),
    list: (options) => {
      const limit = Math.min(options.limit ?? 1_000, pageLimit);
      return read('list', options.prefix, () => inner.list({ ...options, limit }));
    },
    create: (key, body) => write('create', key, () => inner.create(key, body)),
    replace: (key, body, etag) => write('replace', key, () => inner.replace(key, body, etag)),
    put: (key, body) => write('put', key, () => inner.put(key, body)),
    delete: (key) => remove('delete', key, () => inner.delete(key)),
    deleteIfMatch: (key, etag) => remove('deleteIfMatch', key, () => inner.deleteIfMatch(key, etag)),
    deleteBatch: (keys) => {
      const key = keys[0] ?? '';
      const lost = async () => keys.map((one) => unknownAnswer('deleteBatch', one));
      const effect = () => inner.deleteBatch(keys);
      const refused = refusal('deleteBatch', key);
      return dispatch<readonly DeleteAnswer[]>({
        verb: 'deleteBatch',
        key,
        keys,
        mutates: true,
        effect,
        lost,
        refused,
      });
    },
  };
}

function unknownAnswer(verb: string, key: string) {
  return {
    kind: 'unknown',
    cause: unavailable(`no answer to ${verb}`, { key, outcome: 'unknown' }),
  } as const;
}

function unavailable(what: string, details: Record<string, unknown>): VamplateError {
  return new VamplateError('unavailable', `The faulty store: ${what}.`, details);
}
