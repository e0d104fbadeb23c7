/** The memory store passes the suite, in both of its ETag manners. */
import { describe, expect, it } from 'vitest';
import { describeStore } from '@/lib/testing/store-conformance';
import { openMemoryStore } from './memory-store';

const closeNothing = async () => undefined;

describeStore('memory store', async () => ({ store: openMemoryStore(), close: closeNothing }));
describeStore('memory store with an ETag per write', async () => ({
  store: openMemoryStore({ etagBy: 'write' }),
  close: closeNothing,
}));
describeStore(
  'memory store without conditional delete',
  async () => ({ store: openMemoryStore({ honoursDeleteIfMatch: false }), close: closeNothing }),
  { deleteIfMatch: 'ignored' },
);

describe('memory store', () => {
  it('can be as coarse as real stores: milliseconds in listings, seconds in single answers', async () => {
    const store = openMemoryStore({ now: () => 1_234_567, headPrecisionMs: 1_000 });
    await store.create('a', new Uint8Array());
    expect(await store.head('a')).toMatchObject({ meta: { storedAt: 1_234_000 } });
    expect((await store.list({ prefix: '' })).objects[0]?.storedAt).toBe(1_234_567);
  });
  it('hands out copies: neither the caller nor the store can change the other', async () => {
    const store = openMemoryStore();
    const body = new Uint8Array([1, 2, 3]);
    await store.create('a', body);
    body[0] = 9;
    const answer = await store.get('a', { maxBytes: 9 });
    if (answer.kind !== 'found') throw new Error('absent');
    answer.body[1] = 9;
    expect(await store.get('a', { maxBytes: 9 })).toMatchObject({ body: new Uint8Array([1, 2, 3]) });
  });
});
