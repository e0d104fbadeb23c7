/** The same store seen below one of its folders: keys, root and address move down, answers and guarantees stay. */
import { checkKey } from './key-rules';
import type { GetAnswer, HeadAnswer, ObjectMeta, ObjectStore } from './object-store';

/**
 * @param folder a key without trailing slash, or '' for the store itself
 * @throws `invalid_input` when the folder is no sound key
 */
export function prefixedStore(store: ObjectStore, folder: string): ObjectStore {
  if (folder === '') return store;
  checkKey(folder);
  const below = `${folder}/`;
  const down = (key: string) => {
    checkKey(key);
    return below + key;
  };
  const up = <M extends ObjectMeta>(meta: M): M => ({ ...meta, key: meta.key.slice(below.length) });
  const raised = <A extends GetAnswer | HeadAnswer>(answer: A): A =>
    answer.kind === 'absent' ? answer : { ...answer, meta: up(answer.meta) };
  const { traits, withReferenceLock } = store;

  return {
    kind: store.kind,
    uri: `${store.uri.replace(/\/$/, '')}/${folder}`,
    rootPath: store.rootPath === '' ? folder : `${store.rootPath}/${folder}`,
    ordered: store.ordered,
    get: async (key, options) => raised(await store.get(down(key), options)),
    getRange: async (key, range, options) => raised(await store.getRange(down(key), range, options)),
    head: async (key, options) => raised(await store.head(down(key), options)),
    async list(options) {
      const { prefix, startAfter, ...rest } = options;
      const page = await store.list({
        ...rest,
        prefix: below + prefix,
        ...(startAfter === undefined ? {} : { startAfter: below + startAfter }),
      });
      const prefixes = page.prefixes.map((name) => name.slice(below.length));
      return { ...page, objects: page.objects.map(up), prefixes };
    },
    create: async (key, body, options) => store.create(down(key), body, options),
    replace: async (key, body, etag, options) => store.replace(down(key), body, etag, options),
    put: async (key, body, options) => store.put(down(key), body, options),
    delete: async (key, options) => store.delete(down(key), options),
    deleteIfMatch: async (key, etag, options) => store.deleteIfMatch(down(key), etag, options),
    deleteBatch: async (keys, options) => store.deleteBatch(keys.map(down), options),
    ...(traits === undefined ? {} : { traits: () => traits.call(store) }),
    ...(withReferenceLock === undefined
      ? {}
      : {
          withReferenceLock: async <T>(key: string, work: () => Promise<T>) =>
            withReferenceLock.call(store, down(key), work) as Promise<T>,
        }),
  };
}
