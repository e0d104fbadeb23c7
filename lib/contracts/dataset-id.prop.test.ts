/** Ids and paths lead to each other both ways, through an address as a browser spells it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasetHref, decodeDatasetId, decodePageParam, encodeDatasetId } from './dataset-id';

const seed = 20_261_130;
const segment = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(' ', '%', '~', '=', '日', 'a', '.', '3', 'D', '7', 'E', '\\', '?', '#'),
      minLength: 1,
    }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .map((text) => text.replaceAll('/', '-'))
  .filter((text) => text !== '.' && text !== '..');
const path = fc.array(segment, { minLength: 0, maxLength: 7 }).map((parts) => parts.join('/'));

describe('dataset ids', () => {
  it('every path has one id without a slash, which leads back to it', () => {
    fc.assert(
      fc.property(path, (one) => {
        const id = encodeDatasetId(one);
        expect(id).not.toContain('/');
        expect(decodeDatasetId(id)).toBe(one);
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('every id that is accepted is the one that its path has, so no two ids name one dataset', () => {
    const id = fc.oneof(
      fc.string({
        unit: fc.constantFrom('=', '~', '3', 'D', 'd', '7', 'E', 'e', '.', 'a', '/', '日', '%', ' '),
      }),
      fc.string(),
    );
    fc.assert(
      fc.property(id, (one) => {
        let decoded: string;
        try {
          decoded = decodeDatasetId(one);
        } catch {
          return;
        }
        expect(encodeDatasetId(decoded)).toBe(one);
        expect(decoded.split('/').filter((part) => part === '..' || part === '.')).toEqual([]);
      }),
      { seed, numRuns: 20_000 },
    );
  });

  it('different paths have different ids', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(encodeDatasetId(one) === encodeDatasetId(other)).toBe(one === other);
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('an address holds it in one segment, decoded once by a page', () => {
    fc.assert(
      fc.property(
        path.filter((one) => !/\p{Surrogate}/u.test(one)),
        (one) => {
          const href = datasetHref('lake', encodeDatasetId(one), '/versions');
          const parts = new URL(href, 'http://x').pathname.split('/');
          expect(parts).toHaveLength(5);
          expect(decodeDatasetId(decodePageParam(parts[3] ?? ''))).toBe(one);
        },
      ),
      { seed, numRuns: 5_000 },
    );
  });

  it.each([
    ['', '~'],
    ['a b/50%/日本.lance', 'a b~50%~日本.lance'],
    ['x~y/z=w', 'x=7Ey~z=3Dw'],
    ['=3D', '=3D3D'],
    ['~', '=7E'],
  ])('%j is %j', (one, id) => {
    expect(encodeDatasetId(one)).toBe(id);
    expect(decodeDatasetId(id)).toBe(one);
  });

  it.each(['', '~~', 'a~', '~a', 'a~~b', '..', 'a~..~b', 'a=3d', 'a=', '=41', 'a/b'])('%j is no id', (id) => {
    expect(() => decodeDatasetId(id)).toThrow('not the id of a dataset');
  });
});
