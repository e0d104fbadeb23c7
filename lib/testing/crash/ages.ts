/** Lets objects look older than they are, so that ownership and the 7 days pass on a real store without waiting. */
import { storageInstant } from '@/lib/base/clock';
import type { ETag, GetAnswer, HeadAnswer, ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import { listAll } from './list-all';

/** By what content of a key how much older, in milliseconds: plain data, so that another process can take it over. */
export type AgesByKey = Readonly<Record<string, { readonly etag: ETag; readonly olderMs: number }>>;

export class Ages {
  private readonly aged: Map<string, AgesByKey[string]>;

  constructor(known: AgesByKey = {}) {
    this.aged = new Map(Object.entries(known));
  }

  /** Everything that is there now looks that much older from here on; what is written later does not. */
  async grow(bare: ObjectStore, ms: number): Promise<void> {
    for (const { key, etag } of await listAll(bare)) {
      const known = this.aged.get(key);
      this.aged.set(key, { etag, olderMs: ms + (known?.etag === etag ? known.olderMs : 0) });
    }
  }

  toPlain(): AgesByKey {
    return Object.fromEntries(this.aged);
  }

  /** The same store with these ages: only stored times differ, identities and the time of answers stay. */
  over(bare: ObjectStore): ObjectStore {
    const old = (meta: ObjectMeta): ObjectMeta => {
      const known = this.aged.get(meta.key);
      if (known === undefined || known.etag !== meta.etag) return meta;
      return { ...meta, storedAt: storageInstant(meta.storedAt - known.olderMs) };
    };
    const oldAnswer = <A extends GetAnswer | HeadAnswer>(answer: A): A =>
      answer.kind === 'absent' ? answer : { ...answer, meta: old(answer.meta) };
    // Equal bytes may have equal ETags: a key that was written again is new all the same.
    const fresh = async <A extends { readonly kind: string }>(
      key: string,
      answer: Promise<A>,
    ): Promise<A> => {
      const known = await answer;
      if (known.kind !== 'conflict') this.aged.delete(key);
      return known;
    };
    return {
      ...bare,
      get: async (key, options) => oldAnswer(await bare.get(key, options)),
      getRange: async (key, range, options) => oldAnswer(await bare.getRange(key, range, options)),
      head: async (key, options) => oldAnswer(await bare.head(key, options)),
      list: async (options) => {
        const page = await bare.list(options);
        return { ...page, objects: page.objects.map(old) };
      },
      create: (key, body) => fresh(key, bare.create(key, body)),
      replace: (key, body, etag) => fresh(key, bare.replace(key, body, etag)),
      put: (key, body) => fresh(key, bare.put(key, body)),
    };
  }
}
