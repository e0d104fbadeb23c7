/** The index answers like a table of every version's names, whatever order they come in, and takes room for stretches alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NeedsIndex } from './needs-index';

const names = ['a', 'b', 'c', 'd', 'e'];

describe('the needs of many manifests', () => {
  it('are those of a plain table', () => {
    const manifest = fc.record({ id: fc.integer({ min: 0, max: 11 }), needs: fc.subarray(names) });
    const entries = fc.uniqueArray(manifest, { selector: ({ id }) => id });
    const asked = fc.subarray(Array.from({ length: 12 }, (_, id) => id));
    const reserved = fc.shuffledSubarray(Array.from({ length: 12 }, (_, id) => id));
    fc.assert(
      fc.property(entries, asked, reserved, (added, some, first) => {
        const index = new NeedsIndex();
        index.reserve(first.map(String));
        for (const { id, needs } of added) expect(index.add(`${id}`, needs)).toBe(true);
        const { has } = index.neededBy(some.map(String));
        for (const name of names) {
          const expected = added.some(({ id, needs }) => some.includes(id) && needs.includes(name));
          expect(has(name), name).toBe(expected);
        }
        for (let id = 0; id < 12; id += 1)
          expect(index.knows(`${id}`)).toBe(added.some((one) => one.id === id));
      }),
      { numRuns: 2_000 },
    );
  });

  it('take room for stretches, not for versions', () => {
    const index = new NeedsIndex(10);
    const ids = Array.from({ length: 9 }, (_, id) => `${id}`);
    index.reserve(ids);
    // From both ends, as answers come in.
    for (const id of ['8', '0', '7', '1', '2', '3', '6', '5', '4'])
      expect(index.add(id, ['shared', 'common'])).toBe(true);
    expect(index.neededBy(['4']).has('common')).toBe(true);
    expect(index.neededBy([]).has('common')).toBe(false);
  });

  it('beyond the room are not remembered, and what is stays', () => {
    const index = new NeedsIndex(2);
    expect(index.add('1', ['a', 'b'])).toBe(true);
    expect(index.add('2', ['c'])).toBe(false);
    expect([index.knows('1'), index.knows('2')]).toEqual([true, false]);
    expect(index.add('1', ['a', 'b'])).toBe(true);
    expect(index.neededBy(['1', '2']).has('c')).toBe(false);
    expect(index.neededBy(['1', '2']).has('b')).toBe(true);
  });
});
