/** A warm start reads three small files and tells missing, wrong and unanswered from each other. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { hastyClock } from '@/lib/testing/serving-simulation/replica-stage';
import { importIdOf } from './import-id-rules';
import { publishImport } from './publish-import';
import { encodeOriginSeal, encodeSeal } from './seal-records';
import { containerPlaces } from './serving-names';
import { servingRules } from './serving-rules';
import { verifySeals } from './verify-seals';

const places = containerPlaces('lake/berlin');
const a = anIdentity();
const id = importIdOf(a);
const seal = { identity: a, publicationVersion: 1n, observedHead: 1n };

async function published(): Promise<ObjectStore> {
  const store = openMemoryStore();
  await publishImport(
    { store, places, clock: hastyClock(), rules: servingRules },
    { seal, outgoing: null, objects: new Map(), by: { replicaId: 'eu-1', epoch: 1, generation: 1 } },
  );
  return store;
}

async function overwritten(key: string, body: Uint8Array): Promise<ObjectStore> {
  const store = await published();
  await store.delete(key);
  await store.create(key, body);
  return store;
}
const text = (one: string) => new TextEncoder().encode(one);

describe('G.1.23 verifying what is served', () => {
  it('reads exactly the three keys, in order, and finds them good', async () => {
    const asked: string[] = [];
    const watched = faultyStore(await published(), (call) => {
      asked.push(call.key);
      return call.effect();
    });
    expect(await verifySeals(watched, places, id)).toEqual({
      ...{ origin: 'verified', active: 'verified', seal, published: id },
    });
    expect(asked).toEqual([places.originSeal, places.pointer, places.importSeal(id)]);
  });

  it('nothing there is missing, and no answer is unchecked', async () => {
    expect(await verifySeals(openMemoryStore(), places, id)).toEqual({
      ...{ origin: 'missing', active: 'missing', seal: null, published: null },
    });
    const silent = faultyStore(await published(), () => Promise.reject(new Error('late')));
    expect(await verifySeals(silent, places, id)).toEqual({
      ...{ origin: 'unchecked', active: 'unchecked', seal: null, published: 'unread' },
    });
  });

  it.each<[string, () => Promise<ObjectStore>, Partial<Awaited<ReturnType<typeof verifySeals>>>]>([
    ['a seal of another import', () => overwritten(places.importSeal(id), other()), { active: 'mismatch' }],
    ['a seal that is none', () => overwritten(places.importSeal(id), text('{}')), { active: 'mismatch' }],
    [
      'an origin of another writer',
      () =>
        overwritten(
          places.originSeal,
          encodeOriginSeal({ identity: anIdentity({ writer: 2 }), originPublication: 1n }),
        ),
      { origin: 'mismatch', active: 'verified' },
    ],
    ['a pointer that is none', () => overwritten(places.pointer, text('no')), { published: 'unread' }],
    [
      'a seal without an end',
      () => overwritten(places.importSeal(id), new Uint8Array(70_000)),
      { active: 'mismatch' },
    ],
  ])('%s', async (_, open, told) => {
    expect(await verifySeals(await open(), places, id)).toMatchObject(told);
  });
});

function other(): Uint8Array {
  return encodeSeal({ ...seal, identity: anIdentity({ source: 'berlin-260901' }) });
}
