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
  /** What a write would store; null for everything else. */
  readonly body: Uint8Array | null;
  /** A later page of a listing that has begun. */
  readonly continues: boolean;
  /** A listing that names folders instead of what lies deeper. */
  readonly shallow: boolean;
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
  function read<T>(
    verb: keyof ObjectStore,
    key: string,
    effect: () => Promise<T>,
    { continues, shallow } = { continues: false, shallow: false },
  ): Promise<T> {
    const lost = async (): Promise<T> => {
      throw unavailable(`no answer to ${verb}`, { key });
    };
    const what = { verb, key, keys: [], mutates: false, body: null, continues, shallow };
    return dispatch({ ...what, effect, lost, refused: lost });
  }
  const change = (verb: keyof ObjectStore, key: string, body: Uint8Array | null) => ({
    ...{ verb, key, keys: [key], mutates: true, body, continues: false, shallow: false },
    lost: async () => unknownAnswer(verb, key),
    refused: refusal(verb, key),
  });
  function write(
    verb: keyof ObjectStore,
    key: string,
    body: Uint8Array,
    effect: () => Promise<WriteAnswer>,
  ): Promise<WriteAnswer> {
    return dispatch({ ...change(verb, key, body), effect });
  }
  function remove(
    verb: keyof ObjectStore,
    key: string,
    effect: () => Promise<DeleteAnswer>,
  ): Promise<DeleteAnswer> {
    return dispatch({ ...change(verb, key, null), effect });
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
      const page = { continues: options.next !== undefined, shallow: options.delimiter !== undefined };
      return read('list', options.prefix, () => inner.list({ ...options, limit }), page);
    },
    create: (key, body) => write('create', key, body, () => inner.create(key, body)),
    replace: (key, body, etag) => write('replace', key, body, () => inner.replace(key, body, etag)),
    put: (key, body) => write('put', key, body, () => inner.put(key, body)),
    delete: (key) => remove('delete', key, () => inner.delete(key)),
    deleteIfMatch: (key, etag) => remove('deleteIfMatch', key, () => inner.deleteIfMatch(key, etag)),
    deleteBatch: (keys) => {
      const key = keys[0] ?? '';
      return dispatch<readonly DeleteAnswer[]>({
        ...change('deleteBatch', key, null),
        keys,
        effect: () => inner.deleteBatch(keys),
        lost: async () => keys.map((one) => unknownAnswer('deleteBatch', one)),
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
