import { describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { formatDetachedName, formatVersionName } from '@/lib/engine/lance/version-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { mergeNames } from './merge-names';
import { readOlderNames, readVersionNames } from './read-names';

const now = systemClock.wall();
const bytes = (text: string) => new TextEncoder().encode(text);

async function put(store: ObjectStore, versions: readonly number[], scheme: 'v1' | 'v2' = 'v2') {
  for (const version of versions) {
    await store.create(`t/_versions/${formatVersionName(scheme, BigInt(version))}`, bytes(`v${version}`));
  }
}

async function historyOf(versions: readonly number[]) {
  const store = openMemoryStore();
  await put(store, versions);
  return store;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('reading names', () => {
  it('takes one page of a long V2 history, then joins it with a full listing', async () => {
    const store = await historyOf(range(1, 2500).filter((version) => version !== 77));
    const newest = await readVersionNames(store, 't', 'newest');
    expect(newest.listing).toMatchObject({ complete: false, pages: 1, latest: 2500n });
    expect(newest.columns.length).toBe(1000);

    const full = await readVersionNames(store, 't', 'all');
    await put(store, [2501]);
    const later = await readVersionNames(store, 't', 'newest');
    const joined = mergeNames(later, full, now);
    expect(joined.columns.length).toBe(2500);
    expect(joined.columns.at(0)?.version).toBe(2501n);
    expect(joined.listing).toMatchObject({ complete: true, count: 2500, holes: 1n, oldest: 1n });
    expect(joined.earlier).toEqual({ below: 1502n, readAt: now });
    expect(mergeNames(later, full, now)).toBe(joined);
  });

  it('does not join over a gap of names that nobody listed', async () => {
    const store = await historyOf(range(1, 1200));
    const full = await readVersionNames(store, 't', 'all');
    await put(store, range(1201, 3000));
    const later = await readVersionNames(store, 't', 'newest');
    expect(mergeNames(later, full, now)).toBe(later);
  });

  it('does not join with the history of a table that was dropped and made anew', async () => {
    const full = await readVersionNames(await historyOf(range(1, 3000)), 't', 'all');
    const again = openMemoryStore();
    for (const version of range(1, 1500)) {
      await again.create(`t/_versions/${formatVersionName('v2', BigInt(version))}`, bytes(`new ${version}`));
    }
    const later = await readVersionNames(again, 't', 'newest');
    expect(mergeNames(later, full, now)).toBe(later);
  });

  it('keeps what only the full listing sees: V1 names beyond the first page', async () => {
    const store = await historyOf(range(1, 1500));
    await put(store, [7], 'v1');
    const newest = await readVersionNames(store, 't', 'newest');
    expect(newest.listing.scheme).toBe('v2');
    const joined = mergeNames(newest, await readVersionNames(store, 't', 'all'), now);
    expect(joined.listing).toMatchObject({ scheme: 'mixed', holes: null });
  });

  it('pages on below a version', async () => {
    const store = await historyOf([1, 2, 5, 9, 10]);
    const { entries, more } = await readOlderNames(store, 't', 9n, 2);
    expect(entries.map(({ version }) => version)).toEqual([5n, 2n]);
    expect(more).toBe(true);
    expect(await readOlderNames(store, 't', 5n, 2)).toMatchObject({ more: false });
    expect(await readOlderNames(store, 't', 1n, 2)).toMatchObject({ entries: [], more: false });
  });

  it('pages on over names that state no version, and meets detached ones at the end', async () => {
    const store = await historyOf([1, 2, 3]);
    const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    for (const index of range(1, 40)) {
      await store.create(`t/_versions/${formatVersionName('v2', 2n)}-${uuid(index)}`, bytes('staged'));
    }
    await store.create(`t/_versions/${formatDetachedName(2n ** 63n + 5n)}`, bytes('d'));
    const page = await readOlderNames(store, 't', 3n, 2);
    expect(page.entries.map(({ version }) => version)).toEqual([2n, 1n]);
    expect(page).toMatchObject({ more: false, detached: [{ version: 2n ** 63n + 5n, scheme: 'detached' }] });
  });
});
