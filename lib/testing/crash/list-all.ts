/** Every object of a store, page by page. */
import type { ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';

export async function listAll(store: ObjectStore): Promise<readonly ObjectMeta[]> {
  const objects: ObjectMeta[] = [];
  let next: string | null = null;
  do {
    const page = await store.list({ prefix: '', ...(next === null ? {} : { next }) });
    objects.push(...page.objects);
    next = page.next;
  } while (next !== null);
  return objects;
}
