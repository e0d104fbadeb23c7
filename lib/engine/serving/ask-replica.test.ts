/** An intent is written once and answered once; an admin's word holds for the report it was given on and no later one. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { aLineage } from '@/lib/testing/serving-simulation/builders';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { askReplica, findIntent } from './ask-replica';
import type { Intent } from './intent-schema';
import { decodeReport } from './report-rules';
import { listRetired, readRecord, retireReplica } from './retire-replica';
import { claimOf, retiredKey } from './retired-rules';
import { replicaPlaces } from './serving-names';

const places = replicaPlaces('state', 'prod', aLineage(), 'eu-1');
const intent: Intent = {
  ...{ schema: 'lance-serving-intent/1', id: '01kb', action: 'rollback', actor_label: 'ann' },
  ...{ reason: 'bad import', at: '2026-01-01T00:00:00Z', params: {} },
  expected: { epoch: 12, generation: null, active: 'a4f93eb5d7676df5', clean: 7, head: 7 },
};

describe('an intent', () => {
  it('is found as it was written, without an answer until the replica gives one', async () => {
    const store = openMemoryStore();
    await askReplica(store, places, intent);
    expect(await findIntent(store, places, '01kb')).toEqual({ intent, result: null });
    expect(await findIntent(store, places, '01kc')).toBeNull();
  });

  it('never takes the place of another', async () => {
    const store = openMemoryStore();
    await askReplica(store, places, intent);
    const other = { ...intent, reason: 'another' };
    await expect(askReplica(store, places, other)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await findIntent(store, places, '01kb'))?.intent.reason).toBe('bad import');
  });

  it('whose answer was lost is settled by the same bytes, also when the first had landed', async () => {
    const store = openMemoryStore();
    let calls = 0;
    const losing = faultyStore(store, async (call) => {
      if (call.verb !== 'create' || ++calls > 1) return call.effect();
      await call.effect();
      return call.lost();
    });
    await askReplica(losing, places, intent);
    expect(calls).toBe(2);
    expect((await findIntent(store, places, '01kb'))?.intent).toEqual(intent);
  });

  it('that nobody can tell of is unavailable and unknown', async () => {
    const losing = faultyStore(openMemoryStore(), (call) => (call.mutates ? call.lost() : call.effect()));
    await expect(askReplica(losing, places, intent)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
  });

  it('or a result that is none is corrupt, never absent', async () => {
    const store = openMemoryStore();
    await askReplica(store, places, intent);
    await store.put(places.intentResult('01kb'), new TextEncoder().encode('{"outcome":"done"}'));
    await expect(findIntent(store, places, '01kb')).rejects.toMatchObject({ kind: 'corrupt' });
  });
});

describe('a retired replica', () => {
  const place = { env: 'prod', lineage: aLineage(), replicaId: 'eu-1' };
  const record = { actor: 'root', reason: 'its machine is gone', at: '2026-01-01T00:00:00Z' };
  const claim = (changes = {}) => claimOf(decodeReport(reportBytes(changes))) ?? 'no claim';

  it('is one of exactly the report that was seen: a later one of any process is none', async () => {
    const store = openMemoryStore();
    await retireReplica(store, place, claim(), record);
    const retired = await listRetired(store, 'prod');
    expect(retired.has(retiredKey(place, claim()))).toBe(true);
    expect(retired.has(retiredKey(place, claim({ 'fence.seq': 49 })))).toBe(false);
    expect(retired.has(retiredKey(place, claim({ 'fence.epoch': 13 })))).toBe(false);
    expect(retired.has(retiredKey(place, 'none'))).toBe(false);
    expect(await listRetired(store, 'test')).toEqual(new Set());
  });

  it('whose report cannot be read is one of these bytes; without an answer there is nothing to give up', () => {
    const unread = { kind: 'unreadable', because: 'not_json', detail: '' } as const;
    expect(claimOf({ ...unread, etag: '"a/b"' })).toBe('object-22612f6222');
    expect(claimOf({ ...unread, etag: '"a/c"' })).not.toBe(claimOf({ ...unread, etag: '"a/b"' }));
    expect(claimOf({ ...unread, because: 'unavailable' })).toBeNull();
    expect(claimOf(null)).toBe('none');
  });

  it('keeps its first record', async () => {
    const store = openMemoryStore();
    await retireReplica(store, place, 'none', record);
    expect((await retireReplica(store, place, 'none', { ...record, actor: 'ann' })).actor).toBe('root');
    expect((await readRecord(store, retiredKey(place, 'none'))).reason).toBe('its machine is gone');
  });
});
