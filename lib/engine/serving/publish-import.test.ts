/** The publication of an import: the pointer comes last, and an answer that is lost never makes two of one. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { anIdentity, collidingManifests } from '@/lib/testing/serving-simulation/builders';
import { hastyClock } from '@/lib/testing/serving-simulation/replica-stage';
import type { ImportIdentity } from './identity-rules';
import { importIdOf } from './import-id-rules';
import { type Published, publishedEpoch, publishImport, readPointer } from './publish-import';
import { decodeOriginSeal, encodeOriginSeal, encodeSeal } from './seal-records';
import type { OriginSeal } from './seal-rules';
import { containerPlaces } from './serving-names';
import { servingRules } from './serving-rules';

const places = containerPlaces('lake/berlin');
const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });
const keys = ['mirror/0.lance', 'mirror/1.lance'];

interface Change {
  readonly durable?: () => Promise<boolean>;
  readonly origin?: OriginSeal;
  readonly generation?: number;
  readonly replicaId?: string;
  /** Plan for this outgoing instead of what the pointer says. */
  readonly outgoing?: null;
}

async function publish(
  store: ObjectStore,
  identity: ImportIdentity,
  change: Change = {},
): Promise<Published> {
  const { generation = 1, replicaId = 'eu-1' } = change;
  const found = change.outgoing === null ? null : await readPointer(store, places);
  const seal = { identity, publicationVersion: 1n, observedHead: 1n };
  return publishImport(
    {
      ...{ store, places, clock: hastyClock(), rules: servingRules },
      ...(change.durable === undefined ? {} : { previousIsDurable: change.durable }),
    },
    {
      ...(change.origin === undefined ? {} : { origin: change.origin }),
      ...{ seal, outgoing: found?.pointer ?? null, by: { replicaId, epoch: 1, generation } },
      objects: new Map(keys.map((key) => [key, Uint8Array.of(1)])),
    },
  );
}

async function active(store: ObjectStore): Promise<unknown> {
  const found = await readPointer(store, places);
  return found === null
    ? null
    : [found.pointer.publish_seq, found.pointer.active.import_id, found.pointer.previous?.import_id ?? null];
}

describe('publishing an import', () => {
  it('writes objects, the seal and the pointer, in that order', async () => {
    const store = openMemoryStore();
    const wrote: string[] = [];
    const watched = faultyStore(store, (call) => {
      if (call.mutates) wrote.push(call.key);
      return call.effect();
    });
    expect(await publish(watched, a)).toEqual({ kind: 'published' });
    expect(wrote).toEqual([...keys, places.originSeal, places.importSeal(importIdOf(a)), places.pointer]);
    expect(await active(store)).toEqual([1, importIdOf(a), null]);
  });

  it('keeps the outgoing one as previous, and says published once for the same again', async () => {
    const store = openMemoryStore();
    await publish(store, a);
    expect(await publish(store, b, { generation: 2 })).toEqual({ kind: 'published' });
    expect(await publish(store, b, { generation: 2 })).toEqual({ kind: 'published' });
    expect(await publish(store, b, { generation: 3 })).toEqual({ kind: 'published' });
    expect(await publish(store, b, { replicaId: 'eu-2' })).toEqual({ kind: 'published' });
    expect(await active(store)).toEqual([2, importIdOf(b), importIdOf(a)]);
  });

  it('tells under which epoch this replica wrote the pointer, and nothing of another', async () => {
    const store = openMemoryStore();
    expect(await publishedEpoch(store, places, 'eu-1')).toBe(0);
    await publish(store, a);
    expect(await publishedEpoch(store, places, 'eu-1')).toBe(1);
    expect(await publishedEpoch(store, places, 'eu-2')).toBe(0);
  });

  it('a pointer that moved since the plan is planned for again, never written over', async () => {
    const store = openMemoryStore();
    await publish(store, a);
    expect(await publish(store, b, { replicaId: 'eu-2', outgoing: null })).toEqual({ kind: 'replan' });
    expect(await active(store)).toEqual([1, importIdOf(a), null]);
  });

  it('an old token of the same replica is refused', async () => {
    const store = openMemoryStore();
    await publish(store, a, { generation: 5 });
    expect(await publish(store, b, { generation: 4 })).toEqual({ kind: 'stale' });
  });

  it.each([...keys, places.originSeal, places.importSeal(importIdOf(a))])(
    'without %s there is no pointer',
    async (missing) => {
      const store = openMemoryStore();
      const faulty = faultyStore(store, (call) =>
        call.mutates && call.key === missing ? call.lost() : call.effect(),
      );
      expect(await publish(faulty, a)).toMatchObject({ kind: 'unsettled' });
      expect(await active(store)).toBeNull();
    },
  );

  it('a pointer whose answer was lost is found to be there', async () => {
    const store = openMemoryStore();
    let lost = 0;
    const faulty = faultyStore(store, async (call) => {
      const answer = await call.effect();
      if (call.key !== places.pointer || !call.mutates) return answer;
      lost += 1;
      return call.lost();
    });
    expect(await publish(faulty, a)).toEqual({ kind: 'published' });
    expect(lost).toBe(1);
    expect(await active(store)).toEqual([1, importIdOf(a), null]);
  });

  it('a marker that another import has is a conflict for good', async () => {
    const store = openMemoryStore();
    const [one, other] = collidingManifests.map((manifest) => anIdentity({ manifest }));
    if (one === undefined || other === undefined) throw new Error('there is no pair');
    await publish(store, one);
    expect(await publish(store, other, { generation: 2 })).toEqual({ kind: 'identity_conflict' });
    expect(await active(store)).toEqual([1, importIdOf(one), null]);
  });

  it.each([0, 1])('object %i that is there with other bytes is never pointed at', async (at) => {
    const store = openMemoryStore();
    const taken = keys[at] ?? '';
    await store.create(taken, Uint8Array.of(2));
    expect(await publish(store, a)).toEqual({ kind: 'object_taken', key: taken });
    expect(await active(store)).toBeNull();
  });

  it('nor is one that another replica writes first', async () => {
    const store = openMemoryStore();
    const taken = keys[1] ?? '';
    const raced = faultyStore(store, async (call) => {
      if (call.mutates && call.key === taken) await store.create(taken, Uint8Array.of(2));
      return call.effect();
    });
    expect(await publish(raced, a)).toEqual({ kind: 'object_taken', key: taken });
    expect(await active(store)).toBeNull();
  });

  it('a seal stays as it was first written', async () => {
    const store = openMemoryStore();
    const first = encodeSeal({ identity: a, publicationVersion: 7n, observedHead: 7n });
    await store.create(places.importSeal(importIdOf(a)), first);
    await publish(store, a);
    expect(await store.get(places.importSeal(importIdOf(a)), { maxBytes: 9_999 })).toMatchObject({
      body: first,
    });
  });

  it('the first import is the origin for good: another writer has no home here, another source has', async () => {
    const store = openMemoryStore();
    await publish(store, a);
    const origin = async () => {
      const answer = await store.get(places.originSeal, { maxBytes: 9_999 });
      return answer.kind === 'found' ? decodeOriginSeal(answer.body) : null;
    };
    expect(await publish(store, b, { generation: 2 })).toEqual({ kind: 'published' });
    const otherWriter = anIdentity({ source: 'berlin-261001', writer: 2 });
    expect(await publish(store, otherWriter, { generation: 3 })).toEqual({ kind: 'not_accepted' });
    expect(await origin()).toEqual({ identity: a, originPublication: 1n });
    expect(await active(store)).toEqual([2, importIdOf(b), importIdOf(a)]);
  });

  it.each([
    ['is not whole', async () => false],
    ['cannot be looked at', () => Promise.reject(new Error('late'))],
  ])('nothing replaces what %s: the way back would be gone', async (_, durable) => {
    const store = openMemoryStore();
    await publish(store, a);
    const wrote: string[] = [];
    const watched = faultyStore(store, (call) => {
      if (call.mutates) wrote.push(call.key);
      return call.effect();
    });
    const refused = { kind: 'unsettled', at: 'ensure_previous_durable' };
    expect(await publish(watched, b, { generation: 2, durable })).toEqual(refused);
    expect(wrote).toEqual([]);
    expect(await active(store)).toEqual([1, importIdOf(a), null]);
  });

  it('nor what has no seal', async () => {
    const store = openMemoryStore();
    await publish(store, a);
    await store.delete(places.importSeal(importIdOf(a)));
    const refused = { kind: 'unsettled', at: 'ensure_previous_durable' };
    expect(await publish(store, b, { generation: 2, durable: async () => true })).toEqual(refused);
    expect(await active(store)).toEqual([1, importIdOf(a), null]);
  });

  it('the origin is that of the copy, not what happens to get there first', async () => {
    const store = openMemoryStore();
    const origin = { identity: a, originPublication: 3n };
    expect(await publish(store, b, { origin })).toEqual({ kind: 'published' });
    const answer = await store.get(places.originSeal, { maxBytes: 9_999 });
    expect(answer.kind === 'found' ? decodeOriginSeal(answer.body) : null).toEqual(origin);
  });

  it('a rival that sealed the origin meanwhile decides', async () => {
    const store = openMemoryStore();
    const rival = encodeOriginSeal({ identity: anIdentity({ writer: 2 }), originPublication: 1n });
    const raced = faultyStore(store, async (call) => {
      if (call.mutates && call.key === places.originSeal) await store.create(call.key, rival);
      return call.effect();
    });
    expect(await publish(raced, a)).toEqual({ kind: 'not_accepted' });
    expect(await active(store)).toBeNull();
  });

  it('an origin that cannot be read takes nothing, and one without an answer is no absence', async () => {
    const store = openMemoryStore();
    await store.create(places.originSeal, new TextEncoder().encode('{}'));
    expect(await publish(store, a)).toEqual({ kind: 'not_accepted' });
    const silent = faultyStore(openMemoryStore(), (call) =>
      call.key === places.originSeal && !call.mutates ? Promise.reject(new Error('late')) : call.effect(),
    );
    expect(await publish(silent, a)).toEqual({ kind: 'unsettled', at: 'upload_seal' });
  });

  it('what is no pointer is never written over', async () => {
    const store = openMemoryStore();
    const body = new TextEncoder().encode('{"schema":"lance-serving-pointer/2"}');
    await store.create(places.pointer, body);
    expect(await publish(store, a, { outgoing: null })).toMatchObject({ kind: 'unsettled' });
    expect(await store.get(places.pointer, { maxBytes: 99 })).toMatchObject({ body });
  });
});
