/** Draining markers whose run was dropped in this process: nobody will seal them, so readers here do not wait (E). */
import type { ObjectStore } from '@/lib/engine/store/object-store';

/** More than any process leaves behind; beyond it the oldest is forgotten, which costs others 15 minutes and no more. */
const maxRemembered = 10_000;
const none: ReadonlySet<string> = new Set();

/** One per process, shared by everything that acquires or cleans in it. */
export class AbandonedDrains {
  private readonly byStore = new Map<string, Set<string>>();

  /** Before the first delete of a dropped run; its owner must never seal any of `keys` afterwards. */
  add(store: ObjectStore, keys: Iterable<string>): void {
    const known = this.byStore.get(store.uri) ?? new Set();
    this.byStore.set(store.uri, known);
    for (const key of keys) {
      known.add(key);
      if (known.size <= maxRemembered) continue;
      const [oldest] = known;
      if (oldest !== undefined) known.delete(oldest);
    }
  }

  in(store: ObjectStore): ReadonlySet<string> {
    return this.byStore.get(store.uri) ?? none;
  }
}
