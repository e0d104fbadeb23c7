/** Pages of any size together are the listing: each key or folded prefix once, in order, none lost. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys } from './key-rules';
import { cutPage, decodePageToken, encodePageToken, foldedPrefix } from './page-rules';

const name = fc.constantFrom('a', 'b', 'a-', 'a0', 'é', '😀', '\ufb01');
const key = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

it('cuts any listing into pages without loss or repetition', () => {
  const cases = fc.record({
    keys: fc.uniqueArray(key, { maxLength: 40 }),
    prefix: fc.constantFrom('', 'a', 'a/', 'a/b', 'b/', 'é/'),
    limit: fc.integer({ min: 1, max: 9 }),
    folds: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ keys, prefix, limit, folds }) => {
      const delimiter = folds ? { delimiter: '/' as const } : {};
      const sorted = [...keys].sort(compareKeys);
      const wanted = sorted
        .filter((k) => k.startsWith(prefix))
        .map((k) => foldedPrefix(k, prefix, delimiter.delimiter) ?? k);
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const options = { prefix, ...delimiter, ...(next === null ? {} : { next }) };
        const page = cutPage(sorted, options, limit);
        expect(page.keys.length + page.prefixes.length).toBeLessThanOrEqual(limit);
        seen.push(...[...page.keys, ...page.prefixes].sort(compareKeys));
        next = page.after === null ? null : encodePageToken({ after: page.after });
      } while (next !== null);
      expect(seen).toEqual([...new Set(wanted)].sort(compareKeys));
    }),
    { seed: 20261130 },
  );
});

it('reads only tokens it wrote', () => {
  expect(decodePageToken(encodePageToken({ after: '日/a', since: 'x 1' }))).toEqual({
    after: '日/a',
    since: 'x 1',
  });
  for (const token of ['', 'x', 'bnVsbA', '!!']) {
    expect(() => decodePageToken(token)).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
  }
});
