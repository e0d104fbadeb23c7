/** Meter, retries and the storage clock: what they count, repeat and refuse. */
import { describe, expect, it } from 'vitest';
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { openMemoryStore } from './memory-store';
import { metered } from './metered-store';
import type { ObjectStore } from './object-store';
import { parseStoreUri } from './open-store';
import { prefixedStore } from './prefixed-store';
import { withReferenceLock } from './reference-lock';
import { retryingStore } from './retrying-store';
import { readStorageClock } from './storage-clock';

const text = (value: string) => new TextEncoder().encode(value);
const pauses: number[] = [];
const clock: Clock = {
  wall: () => 0 as WallInstant,
  monotonic: () => 0 as MonotonicInstant,
  sleep: async (ms) => {
    pauses.push(ms);
  },
};

describe('meter', () => {
  it('counts calls and body bytes by kind, each meter from zero', async () => {
    const inner = openMemoryStore();
    const { store, meter } = metered(inner);
    await store.create('a', text('12345'));
    await store.get('a', { maxBytes: 9 });
    await store.getRange('a', { start: 1, end: 3 });
    await store.head('a');
    await store.list({ prefix: '' });
    await store.deleteBatch(['a', 'b']);
    await store.get('a', { maxBytes: 9 });
    expect(meter.requests).toBe(7);
    expect(meter.bytes).toBe(12);
    expect(meter.byKind).toMatchObject({
      get: { requests: 2, bytes: 5 },
      getRange: { requests: 1, bytes: 2 },
      write: { requests: 1, bytes: 5 },
      delete: { requests: 1, bytes: 0 },
    });
    expect(metered(inner).meter.requests).toBe(0);
  });
  it('counts a call that failed', async () => {
    const { store, meter } = metered(openMemoryStore());
    await expect(store.head('')).rejects.toThrow();
    expect(meter.requests).toBe(1);
  });
});

describe('retries', () => {
  function failing(times: number, error: unknown): { store: ObjectStore; calls: () => number } {
    let calls = 0;
    const fail = async (): Promise<never> => {
      throw error;
    };
    const inner = openMemoryStore();
    const counted =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      (...args: A) => {
        calls += 1;
        return calls <= times ? fail() : call(...args);
      };
    const store = {
      ...inner,
      head: counted(inner.head),
      list: counted(inner.list),
      create: counted(inner.create),
    };
    return { store, calls: () => calls };
  }
  const unavailable = new VamplateError('unavailable', 'no answer');

  it('repeat an unavailable read with growing pauses', async () => {
    pauses.length = 0;
    const { store } = failing(2, unavailable);
    expect((await retryingStore(store, { clock }).head('a')).kind).toBe('absent');
    expect(pauses).toEqual([100, 200]);
  });
  it('give up after the third try, and at once on any other error', async () => {
    const away = failing(9, unavailable);
    await expect(retryingStore(away.store, { clock }).list({ prefix: '' })).rejects.toBe(unavailable);
    expect(away.calls()).toBe(3);
    const broken = failing(9, new VamplateError('corrupt', 'bad'));
    await expect(retryingStore(broken.store, { clock }).head('a')).rejects.toMatchObject({ kind: 'corrupt' });
    expect(broken.calls()).toBe(1);
  });
  it('never repeat a write, nor a read that its caller aborted', async () => {
    const { store, calls } = failing(9, unavailable);
    await expect(retryingStore(store, { clock }).create('a', text(''))).rejects.toBe(unavailable);
    expect(calls()).toBe(1);
    const signal = AbortSignal.abort();
    await expect(retryingStore(store, { clock }).head('a', { signal })).rejects.toBe(unavailable);
    expect(calls()).toBe(2);
  });
});

describe('D19 what is asked before a change is sent', () => {
  it.each([
    ['the meter', (store: ObjectStore) => metered(store).store],
    ['retries', (store: ObjectStore) => retryingStore(store, { clock })],
    ['a prefix', (store: ObjectStore) => prefixedStore(store, 'below')],
  ])('passes through %s', async (_, over) => {
    const store = over(openMemoryStore());
    const refusal = new Error('given up');
    const change = {
      beforeSend: () => {
        throw refusal;
      },
    };
    for (const sent of [
      () => store.create('a', text('x'), change),
      () => store.replace('a', text('x'), 'etag', change),
      () => store.put('a', text('x'), change),
      () => store.delete('a', change),
      () => store.deleteIfMatch('a', 'etag', change),
      () => store.deleteBatch(['a'], change),
    ]) {
      await expect(sent()).rejects.toBe(refusal);
    }
  });
});

describe('storage clock', () => {
  it('is read from a listing or a HEAD, each in its own precision', async () => {
    const store = openMemoryStore({ now: () => 12_345, headPrecisionMs: 1_000 });
    await store.create('g/_clock2', text(''));
    expect(await readStorageClock(store, 'g/_clock', 'list')).toBe(12_345);
    expect(await readStorageClock(store, 'g/_clock', 'head')).toBe(12_000);
    expect((await store.head('g/_clock')).kind).toBe('found');
  });
  it('is unavailable when the write is uncertain or not seen', async () => {
    const store = openMemoryStore();
    const uncertain: ObjectStore = {
      ...store,
      put: async () => ({ kind: 'unknown', cause: new Error('lost') }),
    };
    await expect(readStorageClock(uncertain, '_clock', 'head')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const blind: ObjectStore = { ...store, head: async () => ({ kind: 'absent', storeTime: null }) };
    await expect(readStorageClock(blind, '_clock', 'head')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

it('needs no reference lock where the store compares and swaps', async () => {
  expect(await withReferenceLock(openMemoryStore(), '_refs/tags/a.json', async () => 'done')).toBe('done');
});

describe('store URIs', () => {
  it.each([
    ['file:///lake', { kind: 'local', folder: '/lake' }],
    ['file:///a%20b/%25/', { kind: 'local', folder: '/a b/%/' }],
    ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['s3://bucket/a/b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b' }],
    // Lance puts the path of the URI into keys as the URI spells it.
    ['s3://bucket/a b/日', { kind: 's3', bucket: 'bucket', prefix: 'a%20b/%E6%97%A5' }],
    ['s3://bucket/a%20b', { kind: 's3', bucket: 'bucket', prefix: 'a%20b' }],
  ])('%s', (uri, place) => {
    expect(parseStoreUri(uri)).toEqual(place);
  });
  it.each([
    '',
    '/lake',
    'lake',
    'file://host/lake',
    's3:///x',
    's3://u:p@bucket/x',
    's3://b/x?y=1',
    'gs://b/x',
    'http://b',
  ])('refuses %j', (uri) => {
    expect(() => parseStoreUri(uri)).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
  });
});
