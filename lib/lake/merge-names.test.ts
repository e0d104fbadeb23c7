import { describe, expect, it } from 'vitest';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { mergeNames } from './merge-names';
import { readOlderNames, readVersionNames } from './read-names';

async function historyOf(versions: readonly number[]) {
  const store = openMemoryStore();
  for (const version of versions) {
    await store.create(`t/_versions/${formatVersionName('v2', BigInt(version))}`, new Uint8Array(9));
  }
  return store;
}

describe('reading names', () => {
  it('takes one page of a long V2 history, then joins it with a full listing', async () => {
    const versions = Array.from({ length: 2500 }, (_, index) => index + 1);
    const store = await historyOf(versions.filter((version) => version !== 77));
    const newest = await readVersionNames(store, 't', 'newest');
    expect(newest.listing).toMatchObject({ complete: false, pages: 1, latest: 2500n });
    expect(newest.columns.length).toBe(1000);

    const full = await readVersionNames(store, 't', 'all');
    await store.create(`t/_versions/${formatVersionName('v2', 2501n)}`, new Uint8Array(9));
    const later = await readVersionNames(store, 't', 'newest');
    const joined = mergeNames(later, full);
    expect(joined.columns.length).toBe(2500);
    expect(joined.columns.at(0)?.version).toBe(2501n);
    expect(joined.listing).toMatchObject({ complete: true, count: 2500, holes: 1n, oldest: 1n });
    expect(mergeNames(later, full)).toBe(joined);
  });

  it('pages on below a version', async () => {
    const store = await historyOf([1, 2, 5, 9, 10]);
    const { entries, more } = await readOlderNames(store, 't', 9n, 2);
    expect(entries.map(({ version }) => version)).toEqual([5n, 2n]);
    expect(more).toBe(true);
    expect(await readOlderNames(store, 't', 1n, 2)).toMatchObject({ entries: [], more: false });
  });
});
