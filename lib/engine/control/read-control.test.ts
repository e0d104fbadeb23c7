/** Control state from one listing: typed rows, corrupt rows with their bytes, and failures that never become absence. */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import { readHolders } from '@/lib/engine/leases/read-holders';
import { createHolderRecord, createLeaseFile } from '@/lib/engine/leases/write-lease';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { createIntent, createState, createTermination } from '@/lib/engine/references/write-reference';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type BodyCache, BoundedBodyCache } from './body-cache';
import { readControl } from './read-control';

const id = (digit: string) => digit.repeat(32);
const utf8 = new TextEncoder();
const root = datasetRoot('lake', 'events');
const manifest1 = 'lake/events/_versions/18446744073709551614.manifest';
const manifest5 = 'lake/events/_versions/18446744073709551610.manifest';
const release = 'lake/events/_refs/tags/release.json';
const fresh = (): BodyCache => new BoundedBodyCache(1 << 20);

const tag = encodeCanonicalTag({
  generation: id('5'),
  branch: null,
  version: 2n,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  manifestSize: 1720,
  metadata: {},
});

async function put(store: ObjectStore, entry: string, body: string | Uint8Array = ''): Promise<void> {
  await store.put(below('events', entry), typeof body === 'string' ? utf8.encode(body) : body);
}

/** The dataset of K with a little of everything. */
async function lake(now = () => 1_000_000): Promise<ObjectStore> {
  const store = openMemoryStore({ rootPath: 'lake', now });
  await createLeaseFile(store, root, { namespace: 'main', version: 4n, ttlMicros: 60_000_000n, id: id('a') });
  await createLeaseFile(store, root, {
    namespace: id('b'),
    version: 4n,
    ttlMicros: 900_000_000n,
    id: id('c'),
  });
  await createMarker(
    store,
    root,
    { namespace: 'main', version: 1n, markerOperationId: id('d'), marker: 'sealed' },
    [manifest1],
  );
  await createMarker(
    store,
    root,
    { namespace: 'main', version: 3n, markerOperationId: id('d'), marker: 'draining' },
    [manifest1],
  );
  const mutation = { kind: 'create', path: release, payload: tag } as const;
  const intent = { manifestPath: manifest5, mutation, operationId: id('9'), state: 'pending' } as const;
  await createIntent(store, root, { namespace: 'main', version: 5n, id: id('e') }, intent);
  await createState(store, root, {
    state: 'live',
    canonicalPath: release,
    live: { generation: id('5'), target: { namespace: 'main', version: 2n } },
  });
  await createTermination(store, root, id('f'));
  await put(store, '_refs/tags/release.json', tag);
  await put(
    store,
    '_refs/branches/a%2Fb.json',
    '{"parentBranch":null,"parentVersion":3,"createAt":1,"manifestSize":1}',
  );
  await put(store, '_refs/tags/release.json.lance-reference.lock');
  await put(store, '_refs/version_lease_gc/main/_clock');
  await put(store, '_refs/notes.txt', 'hello');
  return store;
}

describe('readControl', () => {
  it('types every key of one listing and reads each body once', async () => {
    const store = await lake();
    const cache = fresh();
    const state = await readControl(store, 'events', { cache });
    expect(state.leases.map((lease) => [lease.namespace, lease.version, lease.ttlMicros])).toEqual([
      [id('b'), 4n, 900_000_000n],
      ['main', 4n, 60_000_000n],
    ]);
    expect(state.leases[0]?.listedAt).toBe(1_000_000);
    expect(state.markers.map((marker) => [marker.marker, marker.body?.kind ?? null])).toEqual([
      ['sealed', 'read'],
      ['draining', null],
    ]);
    expect(state.intents[0]?.body).toMatchObject({
      kind: 'read',
      value: { operationId: id('9'), state: 'pending' },
    });
    expect(state.states[0]?.body).toMatchObject({ kind: 'read', value: { state: 'live' } });
    expect(state.terminations.map((one) => one.namespace)).toEqual([id('f')]);
    expect(state.tags[0]).toMatchObject({
      name: 'release',
      body: { kind: 'read', value: { kind: 'found' } },
    });
    expect(state.branches[0]).toMatchObject({
      name: 'a/b',
      body: { kind: 'read', value: { kind: 'found' } },
    });
    expect(state.counts).toEqual({ clocks: 1, locks: 1, other: 1 });
    expect(state.corrupt).toEqual([]);
    expect(state).toMatchObject({ complete: true, listedUpTo: null, foreignRoot: null, leaseAware: true });
    expect(state).toMatchObject({ storeTime: 1_000_000, cost: { requests: 6 } });

    const again = await readControl(store, 'events', { cache });
    expect(again.cost).toEqual({ requests: 1, bytes: 0 });
    expect(again.tags).toEqual(state.tags);
  });

  it('shows corrupt names and bodies with their bytes, and keeps the rest', async () => {
    const store = await lake();
    await put(store, '_refs/version_leases/main/4-lease-final.lease', 'not \\ a\u0000lease');
    await put(store, `_refs/version_lease_gc/main/1/${id('1')}.committed`, '{"manifest_paths":[]}');
    await put(store, `_refs/version_reference_states/${id('2')}.state`, '{');
    await put(store, '_refs/tags/bro ken.json', '{}');
    await put(store, '_refs/tags/broken.json', '{"branch":null}');
    await put(store, '_refs/tags/huge.json', ' '.repeat(1024 * 1024 + 1));
    const state = await readControl(store, 'events', { cache: fresh() });
    const rows = new Map(state.corrupt.map((row) => [row.entry, row]));
    expect(rows.get('_refs/version_leases/main/4-lease-final.lease')).toMatchObject({
      area: 'lease',
      namespace: 'main',
      excerpt: 'not \\x5c a\\x00lease',
      size: 13,
    });
    expect(rows.get(`_refs/version_lease_gc/main/1/${id('1')}.committed`)).toMatchObject({
      area: 'retirement',
      reason: 'manifest_paths is empty',
      excerpt: '{"manifest_paths":[]}',
    });
    expect(rows.get(`_refs/version_reference_states/${id('2')}.state`)?.area).toBe('state');
    expect(rows.get('_refs/tags/bro ken.json')).toMatchObject({ area: 'tag', excerpt: '{}' });
    expect(rows.get('_refs/tags/broken.json')?.reason).toContain('version');
    expect(rows.get('_refs/tags/huge.json')?.excerpt).toHaveLength(4096);
    expect(rows.size).toBe(6);
    expect(state.leases).toHaveLength(2);
    expect(state.markers.find((marker) => marker.marker === 'committed')?.body?.kind).toBe('corrupt');
    expect(state.complete).toBe(true);
  });

  it('never turns a failing body into absence, and stops asking a store that keeps failing', async () => {
    const store = await lake();
    for (let n = 0; n < 40; n += 1) await put(store, `_refs/tags/t${n}.json`, tag);
    let asked = 0;
    const failing: ObjectStore = {
      ...store,
      get: async () => {
        asked += 1;
        throw new VamplateError('unavailable', 'the store does not answer');
      },
    };
    const state = await readControl(failing, 'events', { cache: fresh(), concurrency: 1 });
    expect(state.tags).toHaveLength(41);
    expect(new Set(state.tags.map((one) => one.body.kind))).toEqual(new Set(['unreadable']));
    expect(state.complete).toBe(false);
    expect(asked).toBe(8);
    expect(state.leases).toHaveLength(2);
    const absent: ObjectStore = { ...store, get: async () => ({ kind: 'absent', storeTime: null }) };
    const gone = await readControl(absent, 'events', { cache: fresh() });
    expect(gone.tags[0]?.body).toEqual({ kind: 'vanished' });
  });

  it('a listing that fails is an error, not an empty state', async () => {
    const store = await lake();
    const list = async () => {
      throw new VamplateError('unavailable', 'no listing');
    };
    await expect(readControl({ ...store, list }, 'events', { cache: fresh() })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const page = await store.list({ prefix: 'events/_refs/', limit: 1 });
    const stuck: ObjectStore = { ...store, list: async () => ({ ...page, next: 'same' }) };
    await expect(readControl(stuck, 'events', { cache: fresh() })).rejects.toThrow(/does not advance/);
  });

  it('stops at its bounds and says where', async () => {
    const store = await lake();
    const list: ObjectStore['list'] = (options) => store.list({ ...options, limit: 5 });
    const state = await readControl({ ...store, list }, 'events', { cache: fresh(), maxPages: 1 });
    expect(state.complete).toBe(false);
    expect(state.listedUpTo).toContain('events/_refs/');
    expect(state.notes[0]).toContain('stopped after 1 page');
    const bounded = await readControl(store, 'events', { cache: fresh(), maxBodies: 1 });
    expect(bounded.branches[0]?.body.kind).toBe('read');
    expect(bounded.tags[0]?.body.kind).toBe('unreadable');
    expect(bounded.complete).toBe(false);
    expect(bounded.notes).toEqual(['4 control files were not read: a bound was reached']);
  });

  it('says that a copied dataset was written elsewhere, and makes its paths corrupt (D6)', async () => {
    const store = await lake();
    for (const { key } of (await store.list({ prefix: 'events/' })).objects) {
      const answer = await store.get(key, { maxBytes: 1 << 20 });
      if (answer.kind === 'found') await store.put(key.replace('events', 'copy'), answer.body);
    }
    const state = await readControl(store, 'copy', { cache: fresh() });
    expect(state.foreignRoot).toBe('lake/events');
    expect(state.corrupt.map((row) => row.area).sort()).toEqual(['intent', 'retirement', 'state']);
    expect(state.leases).toHaveLength(2);
  });

  it('reads the content of today when it was replaced after the listing, without caching it under the old ETag', async () => {
    const store = await lake();
    const cache = fresh();
    const list: ObjectStore['list'] = async (options) => {
      const page = await store.list(options);
      await put(store, '_refs/tags/release.json', '{"branch":null,"version":7,"manifestSize":1}');
      return page;
    };
    const version = (state: Awaited<ReturnType<typeof readControl>>) => {
      const body = state.tags[0]?.body;
      return body?.kind === 'read' && body.value.kind === 'found' ? body.value.reference.version : null;
    };
    expect(version(await readControl({ ...store, list }, 'events', { cache }))).toBe(7n);
    await put(store, '_refs/tags/release.json', tag);
    expect(version(await readControl(store, 'events', { cache }))).toBe(2n);
  });

  it('judges nothing without a store time', async () => {
    const store = openMemoryStore({ rootPath: 'lake', statesTime: false });
    await createLeaseFile(store, root, { namespace: 'main', version: 4n, ttlMicros: 1n, id: id('a') });
    const state = await readControl(store, 'events', { cache: fresh() });
    expect(state.storeTime).toBeNull();
    expect(state.leases[0]?.listedAt).toBeNull();
  });

  it('ends when it is told to', async () => {
    const store = await lake();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readControl(store, 'events', { cache: fresh(), signal })).rejects.toThrow('enough');
  });
});

describe('readHolders', () => {
  it('says recorded, not recorded or unreadable, each for one lease', async () => {
    const store = openMemoryStore();
    await createHolderRecord(store, id('a'), { label: 'scan', host: null, workload: null });
    await store.put(`_vamplate/holders/${id('b')}.json`, utf8.encode('{'));
    const found = await readHolders(store, [id('a'), id('b'), id('c')]);
    expect([...found.values()].map((finding) => finding.kind)).toEqual([
      'recorded',
      'unreadable',
      'not_recorded',
    ]);
  });
});

describe('BoundedBodyCache', () => {
  it('forgets what was used longest ago, and never holds more than its bound', () => {
    const cache = new BoundedBodyCache(30);
    cache.set('a', new Uint8Array(10));
    cache.set('b', new Uint8Array(10));
    expect(cache.get('a')).toBeDefined();
    cache.set('c', new Uint8Array(10));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    cache.set('d', new Uint8Array(100));
    expect(cache.get('d')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
  });
});
