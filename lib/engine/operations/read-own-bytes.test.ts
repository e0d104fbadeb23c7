/** What the console keeps is counted by part; a listing that does not end is given up, and the sum is none. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { readOwnBytes } from './read-own-bytes';

const filled = async () => {
  const store = openMemoryStore();
  for (const key of ['_vamplate/runs/a', '_vamplate/runs/b', '_vamplate/freeze', 'events.lance/x'])
    await store.create(key, new Uint8Array(5));
  return store;
};
const counted = [
  { name: 'freeze', objects: 1, bytes: 5 },
  { name: 'runs', objects: 2, bytes: 10 },
];

describe('our own bytes', () => {
  it('are told by the first name below our folder, and nothing else is counted', async () => {
    expect(await readOwnBytes(await filled())).toEqual({ parts: counted, complete: true });
  });

  it('are not all where there is more than is ever listed', async () => {
    const store = await filled();
    let pages = 0;
    const endless: typeof store = {
      ...store,
      list: async (options) => {
        pages += 1;
        const page = await store.list({ prefix: options.prefix });
        return { ...page, objects: pages === 1 ? page.objects : [], next: 'on' };
      },
    };
    expect(await readOwnBytes(endless)).toEqual({ parts: counted, complete: false });
    expect(pages).toBe(200);
  });
});
