/** What this console itself keeps in a lake, by what it is for: the settings show it. */
import type { ListPage, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';

const ownFolder = '_vamplate/';
const maxPages = 200;

export interface OwnBytes {
  /** `journal`, `plans`, `freeze` and so on: the first name below `_vamplate/`. */
  readonly name: string;
  readonly objects: number;
  readonly bytes: number;
}

export interface OwnBytesReading {
  /** In order of their names. */
  readonly parts: readonly OwnBytes[];
  /** False: there is more than 200,000 objects, and the sums are of the first so many. */
  readonly complete: boolean;
}

/** @param store the lake's own. @throws `unavailable` when it cannot be listed */
export async function readOwnBytes(store: ObjectStore, options: ReadOptions = {}): Promise<OwnBytesReading> {
  const parts = new Map<string, OwnBytes>();
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const where = next === null ? {} : { next };
    const page: ListPage = await store.list({ ...options, prefix: ownFolder, ...where });
    for (const { key, size } of page.objects) {
      const name = key.slice(ownFolder.length).split('/', 1)[0] ?? '';
      const { objects, bytes } = parts.get(name) ?? { objects: 0, bytes: 0 };
      parts.set(name, { name, objects: objects + 1, bytes: bytes + size });
    }
    next = page.next;
    if (next === null) return { parts: inOrder(parts), complete: true };
  }
  return { parts: inOrder(parts), complete: false };
}

function inOrder(parts: ReadonlyMap<string, OwnBytes>): readonly OwnBytes[] {
  return [...parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
