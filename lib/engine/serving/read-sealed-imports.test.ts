/** What a look at seals costs, and that no shortcut ever takes something sealed for absent. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { importIdOf } from './import-id-rules';
import { encodePointer } from './pointer-schema';
import { readSealedImports, sealMemory } from './read-sealed-imports';
import { encodeOriginSeal, encodeSeal } from './seal-records';
import { containerPlaces } from './serving-names';

const places = containerPlaces('lake/events');
const [a, b] = [anIdentity({ source: 'a' }), anIdentity({ source: 'b' })];

function pointer(publishSeq: number, version: number): Uint8Array {
  return encodePointer({
    ...{ schema: 'lance-serving-pointer/1', lineage: 'berlin/osm-lance-v2', publish_seq: publishSeq },
    active: { import_id: importIdOf(b), publication_version: version },
    ...{ previous: null, by: { replica_id: 'eu-1', epoch: 1, generation: publishSeq } },
    written_at: '2030-01-01T00:00:00.000Z',
  });
}

async function sealed(): Promise<ObjectStore> {
  const store = openMemoryStore();
  await store.put(places.originSeal, encodeOriginSeal({ identity: a, originPublication: 2n }));
  await store.put(
    places.importSeal(importIdOf(a)),
    encodeSeal({ identity: a, publicationVersion: 2n, observedHead: 2n }),
  );
  await store.put(places.pointer, pointer(1, 4));
  return store;
}

describe('the cost of a look', () => {
  it('is one listing where nothing was ever sealed', async () => {
    const { store, meter } = metered(openMemoryStore());
    expect(await readSealedImports(store, places)).toEqual({
      ...{ seals: [], published: new Map(), lineage: null, unread: [] },
    });
    expect(meter.requests).toBe(1);
  });

  it('is one listing where nothing changed since the look before, and what changed is read again', async () => {
    const inner = await sealed();
    const { store, meter } = metered(inner);
    const memory = sealMemory();
    const first = await readSealedImports(store, places, memory);
    expect(first.published).toEqual(
      new Map([
        [importIdOf(a), 2n],
        [importIdOf(b), 4n],
      ]),
    );
    expect(meter.requests).toBe(4);
    expect(await readSealedImports(store, places, memory)).toEqual(first);
    expect(meter.requests).toBe(5);
    await inner.put(places.pointer, pointer(2, 7));
    const changed = await readSealedImports(store, places, memory);
    expect(changed.published.get(importIdOf(b))).toBe(7n);
    expect(meter.requests).toBe(7);
  });
});

describe('what lies there and is not read', () => {
  const look = async (inner: ObjectStore, breaks: (call: StoreCall) => boolean) =>
    readSealedImports(
      faultyStore(inner, (call) => (breaks(call) ? call.lost() : call.effect())),
      places,
    );

  it.each([
    [places.originSeal, 'the origin seal'],
    [places.pointer, 'the pointer of what is published'],
  ])('%s is named', async (key, said) => {
    const { unread } = await look(await sealed(), (call) => call.key === key);
    expect(unread).toEqual([said]);
  });

  it('a seal holds without a version', async () => {
    const key = places.importSeal(importIdOf(a));
    const { seals } = await look(await sealed(), (call) => call.key === key);
    expect(seals.find(({ id }) => id === importIdOf(a))).toEqual({ id: importIdOf(a), seal: null });
  });

  it('a listing that fails is thrown', async () => {
    await expect(look(await sealed(), (call) => call.verb === 'list')).rejects.toThrow();
  });

  it('more than are read at once are named', async () => {
    const store = await sealed();
    for (let at = 0; at < 5_100; at += 1) await store.put(`${places.container}a/${at}`, new Uint8Array(1));
    const { unread } = await readSealedImports(store, places);
    expect(unread).toEqual(['the seals beyond the first 5000 objects']);
  });
});
