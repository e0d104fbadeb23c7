/** Names first: one page for V2 on an ordered store however long the history, a full listing otherwise, and it says so. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { listVersions } from './read-versions';
import { formatVersionName, type NamingScheme } from './version-names';

async function history(
  scheme: NamingScheme,
  count: number,
  others: readonly string[] = [],
): Promise<ObjectStore> {
  const store = openMemoryStore();
  for (let version = 1; version <= count; version += 1) {
    await store.create(`t/_versions/${formatVersionName(scheme, BigInt(version))}`, Uint8Array.of(1, 2));
  }
  for (const name of others) await store.create(`t/_versions/${name}`, new Uint8Array(0));
  return store;
}

describe('listVersions', () => {
  it('takes one page for the newest of a long V2 history', async () => {
    const { store, meter } = metered(await history('v2', 2_500));
    const listing = await listVersions(store, 't', { extent: 'newest' });
    expect(listing).toMatchObject({ latest: 2_500n, complete: false, fullBecause: null, pages: 1 });
    expect(listing.newest[0]?.version).toBe(2_500n);
    expect(listing.newest).toHaveLength(1_000);
    expect(meter.requests).toBe(1);
  });

  it('lists to the end when asked, keeping only what was asked for', async () => {
    const listing = await listVersions(await history('v2', 2_500), 't', { extent: 'all', keep: 10 });
    expect(listing).toMatchObject({
      count: 2_500,
      holes: 0n,
      complete: true,
      pages: 3,
      manifestBytes: 5_000,
    });
    expect(listing.newest.map(({ version }) => Number(version))).toEqual([
      2500, 2499, 2498, 2497, 2496, 2495, 2494, 2493, 2492, 2491,
    ]);
  });

  it('takes all of a V1 history, and says why', async () => {
    const listing = await listVersions(await history('v1', 1_200), 't', { extent: 'newest' });
    expect(listing).toMatchObject({ latest: 1_200n, complete: true, fullBecause: 'v1-names', pages: 2 });
  });

  it('takes all from a store without order, and says why', async () => {
    const store: ObjectStore = { ...(await history('v2', 1_200)), ordered: false };
    const listing = await listVersions(store, 't', { extent: 'newest' });
    expect(listing).toMatchObject({ latest: 1_200n, complete: true, fullBecause: 'unordered-store' });
  });

  it('looks behind a first page of nothing but left-overs', async () => {
    const temporary = Array.from({ length: 1_000 }, (_, at) => `.tmp_${at}`);
    const listing = await listVersions(await history('v2', 3, temporary), 't', { extent: 'newest' });
    expect(listing).toMatchObject({ latest: 3n, complete: true, fullBecause: 'no-version-on-first-page' });
  });

  it('stops at its bound and is honest about it', async () => {
    const listing = await listVersions(await history('v1', 2_500), 't', { extent: 'all', maxPages: 2 });
    expect(listing).toMatchObject({ complete: false, pages: 2, count: 2_000 });
  });

  it('does not follow a store that hands out the same page for ever', async () => {
    const store = await history('v2', 5);
    const stuck: ObjectStore = {
      ...store,
      list: async ({ prefix }) => ({ ...(await store.list({ prefix })), next: 'x' }),
    };
    await expect(listVersions(stuck, 't', { extent: 'all' })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('does not look into folders below, and takes nothing for a version that is none', async () => {
    const store = await history('v2', 2, ['deep/1.manifest', 'latest_version_hint.json']);
    const listing = await listVersions(store, 't', { extent: 'all' });
    expect(listing).toMatchObject({ count: 2, scheme: 'v2', hasHint: true });
  });

  it('is an empty listing where there is no dataset', async () => {
    const listing = await listVersions(openMemoryStore(), 'nowhere', { extent: 'newest' });
    expect(listing).toMatchObject({ latest: null, count: 0, complete: true });
  });

  it('stops when told to', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    await expect(
      listVersions(await history('v2', 1), 't', { extent: 'all', signal: aborted }),
    ).rejects.toThrow('gone');
  });
});
