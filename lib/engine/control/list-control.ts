/** One recursive listing of `_refs/`, page by page, bounded: it says where it stopped. */
import { VamplateError } from '@/lib/base/errors';
import { below, refsFolder, relativeTo } from '@/lib/engine/lance/paths';
import type { ListPage, ObjectStore, ReadOptions, StoreTime } from '@/lib/engine/store/object-store';
import { type Classified, classify } from './classify';
import type { ListedEntry } from './control-entries';

export interface ClassifiedEntry {
  readonly listed: ListedEntry;
  readonly name: Classified;
}

export interface ControlListing {
  readonly entries: readonly ClassifiedEntry[];
  readonly pages: number;
  /** Null when the listing reached its end. */
  readonly listedUpTo: string | null;
  /** Of the first answer. */
  readonly storeTime: StoreTime;
}

/** @throws `unavailable` when a page cannot be had: half a listing is no evidence of anything */
export async function listControl(
  store: ObjectStore,
  rootKey: string,
  maxPages: number,
  options: ReadOptions,
): Promise<ControlListing> {
  const prefix = below(rootKey, refsFolder);
  const entries: ClassifiedEntry[] = [];
  let storeTime: StoreTime = null;
  let next: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...options, ...(next === null ? {} : { next }) });
    if (pages === 1) storeTime = page.storeTime;
    for (const meta of page.objects) {
      const entry = relativeTo(rootKey, meta.key);
      if (entry === null) continue;
      entries.push({ listed: { ...meta, entry, listedAt: page.storeTime }, name: classify(entry) });
    }
    if (page.next !== null && page.next === next) {
      throw new VamplateError('unavailable', `the listing of ${prefix} does not advance`, { prefix });
    }
    next = page.next;
    if (next === null) return { entries, pages, listedUpTo: null, storeTime };
    if (pages >= maxPages)
      return { entries, pages, listedUpTo: page.objects.at(-1)?.key ?? prefix, storeTime };
  }
}
