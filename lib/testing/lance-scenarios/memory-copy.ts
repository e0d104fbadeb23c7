/** The same place in memory: every object of a store with its key, under the same address, so that paths still agree. */
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface Snapshot {
  readonly uri: string;
  readonly rootPath: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

/** At most 1,000 objects: what tests need. */
export async function takeSnapshot(store: ObjectStore): Promise<Snapshot> {
  const page = await store.list({ prefix: '' });
  if (page.next !== null) throw new Error('too many objects for a snapshot');
  const objects = new Map<string, Uint8Array>();
  for (const { key } of page.objects) {
    const answer = await store.get(key, { maxBytes: 1 << 26 });
    if (answer.kind === 'found') objects.set(key, answer.body);
  }
  return { uri: store.uri, rootPath: store.rootPath, objects };
}

/** @param now the clock of the store in memory, in milliseconds since the epoch */
export async function inMemory(
  { uri, rootPath, objects }: Snapshot,
  now: () => number = Date.now,
): Promise<ObjectStore> {
  const store = openMemoryStore({ uri, rootPath, now, etagBy: 'write' });
  for (const [key, body] of objects) await store.put(key, body);
  return store;
}
