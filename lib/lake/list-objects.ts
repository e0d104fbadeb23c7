/** Lists every object below a root, bounded, as storage is counted from it; says where it stopped. */
import { below } from '@/lib/engine/lance/paths';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { StorageObject } from '@/lib/engine/protection/storage-facts';
import type { ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';

export interface ListedObjects {
  readonly objects: readonly StorageObject[];
  readonly complete: boolean;
  /** Of the first answer: nothing listed is judged by a later clock. */
  readonly storeTime: StoreTime;
}

/** The console's own control files at a lake's root belong to no dataset. */
export async function listObjects(store: ObjectStore, root: string): Promise<ListedObjects> {
  const prefix = below(root, '');
  const objects: StorageObject[] = [];
  let next: string | null = null;
  let storeTime: StoreTime = null;
  for (let pages = 0; pages < lakeLimits.storagePages; pages += 1) {
    const page = await store.list({ prefix, ...(next === null ? {} : { next }) });
    if (pages === 0) storeTime = page.storeTime;
    for (const { key, size, storedAt } of page.objects) {
      const relative = key.slice(prefix.length);
      if (relative !== '' && !relative.startsWith('_vamplate/'))
        objects.push({ key: relative, size, storedAt });
    }
    next = page.next;
    if (next === null) return { objects, complete: true, storeTime };
  }
  return { objects, complete: false, storeTime };
}

/** Branch folders below `tree/` that hold a manifest, with a reference or without, as the listing shows them. */
export function branchFoldersIn(objects: readonly StorageObject[]): readonly string[] {
  const folders = new Set<string>();
  for (const { key } of objects) {
    if (!key.startsWith('tree/')) continue;
    const end = key.lastIndexOf('/_versions/');
    if (end <= 'tree'.length) continue;
    const { kind } = parseVersionName(key.slice(end + '/_versions/'.length));
    if (kind === 'attached' || kind === 'detached') folders.add(key.slice('tree/'.length, end));
  }
  return [...folders];
}
