/** A store that lets somebody act right before a change is sent; what the caller asks of each attempt is asked after that. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { RunStep } from './replica-lines';

export type BeforeStep = (step: RunStep) => Promise<void>;

export function haltingStore(inner: ObjectStore, before: BeforeStep): ObjectStore {
  const halted =
    <Given extends readonly [string | readonly string[], ...unknown[]], Answer>(
      call: (...given: Given) => Promise<Answer>,
      replaces = false,
    ) =>
    async (...given: Given): Promise<Answer> => {
      const [key] = given;
      const step = stepOf(typeof key === 'string' ? key : (key[0] ?? ''), replaces);
      if (step !== null) await before(step);
      return call(...given);
    };
  const { traits } = inner;
  return {
    ...{ kind: inner.kind, uri: inner.uri, rootPath: inner.rootPath, ordered: inner.ordered },
    get: (key, options) => inner.get(key, options),
    getRange: (key, range, options) => inner.getRange(key, range, options),
    head: (key, options) => inner.head(key, options),
    list: (options) => inner.list(options),
    put: (key, body, options) => inner.put(key, body, options),
    create: halted((key, body, options) => inner.create(key, body, options)),
    replace: halted((key, body, etag, options) => inner.replace(key, body, etag, options), true),
    delete: halted((key, options) => inner.delete(key, options)),
    deleteIfMatch: halted((key, etag, options) => inner.deleteIfMatch(key, etag, options)),
    deleteBatch: halted((keys, options) => inner.deleteBatch(keys, options)),
    ...(traits === undefined ? {} : { traits: () => traits.call(inner) }),
  };

  function stepOf(key: string, replaces: boolean): RunStep | null {
    if (/\/_versions\/[^/]+\.manifest$/.test(key)) return 'delete_manifest';
    if (/\/(?:data|_deletions|_indices|_transactions)\//.test(key)) return 'delete_objects';
    if (key.endsWith('.draining')) return 'fence';
    if (key.endsWith('.sealed')) return 'seal';
    if (key.endsWith('.committed')) return committed.has(key) ? 'finalize' : remember(key);
    if (key.startsWith('_vamplate/receipts/')) return keepReceipt();
    if (key.startsWith('_vamplate/journal/')) return kept ? 'tell' : null;
    // A run is created by whoever starts it, and changed by its owner.
    if (!replaces || !key.startsWith('_vamplate/runs/')) return null;
    return kept ? 'end' : 'take';
  }

  /** What comes after it tells the end. */
  function keepReceipt(): RunStep {
    kept = true;
    return 'receipt';
  }

  /** The first change of a commit's key writes it, the second takes it away. */
  function remember(key: string): RunStep {
    committed.add(key);
    return 'commit';
  }
}

const committed = new Set<string>();
let kept = false;
