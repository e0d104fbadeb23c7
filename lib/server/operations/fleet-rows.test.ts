import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageAfter } from './fleet-rows';

interface Row {
  readonly order: string;
  readonly key: string;
}

const page = (rows: readonly Row[], query: { cursor?: string; limit: number }) =>
  pageAfter(
    rows,
    ({ order }) => order,
    ({ key }) => key,
    query,
  );

describe('pageAfter', () => {
  it('gives every row once, in order, whatever the size of a page', () => {
    const rows = fc.uniqueArray(fc.record({ order: fc.constantFrom('a', 'b', 'c'), key: fc.string() }), {
      selector: ({ key }) => key,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (all, limit) => {
        const seen: Row[] = [];
        for (let cursor: string | undefined, pages = 0; ; pages += 1) {
          const reply = page(all, { limit, ...(cursor === undefined ? {} : { cursor }) });
          seen.push(...reply.items);
          if (reply.nextCursor === null) break;
          cursor = reply.nextCursor;
          expect(pages).toBeLessThanOrEqual(all.length);
        }
        expect(seen.map(({ order }) => order)).toEqual(seen.map(({ order }) => order).toSorted());
        expect(new Set(seen)).toEqual(new Set(all));
        expect(seen).toHaveLength(all.length);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('neither skips nor repeats when rows went and came before the cursor', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({ order: `r${index}`, key: `k${index}` }));
    const first = page(rows, { limit: 4 });
    const meanwhile = [
      { order: 'r00', key: 'new' },
      ...rows.filter((_, index) => index !== 1 && index !== 3),
    ];
    const second = page(meanwhile, { limit: 4, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ order }) => order)).toEqual(['r4', 'r5', 'r6', 'r7']);
  });

  it('keeps a cursor short, and refuses one that is none of ours', () => {
    const rows = [1, 2].map((index) => ({ order: '日'.repeat(5_000), key: `${index}${'k'.repeat(5_000)}` }));
    const { nextCursor } = page(rows, { limit: 1 });
    expect(nextCursor?.length).toBeLessThan(2_048);
    expect(page(rows, { limit: 1, cursor: nextCursor ?? '' }).items).toHaveLength(1);
    for (const cursor of ['x', 'W10', 'eyJhIjoxfQ', Buffer.from('[1,2]').toString('base64url')]) {
      expect(() => page(rows, { limit: 1, cursor })).toThrow('none of ours');
    }
  });
});
