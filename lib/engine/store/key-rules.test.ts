/** Order and soundness of keys, and the ranges a request means. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkKey, checkList, compareKeys, isReferenceKey, isStagedName, resolveRange } from './key-rules';

describe('keys', () => {
  it('compare as their UTF-8 bytes do', () => {
    const key = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(key, key, (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { seed: 20261130 },
    );
    expect(compareKeys('\uffff', '😀')).toBeLessThan(0);
  });
  it('are refused with an empty, dot or NUL segment, and never with any other text', () => {
    for (const bad of ['', '/', 'a/', '/a', 'a//b', '.', 'a/..', 'a/./b', 'a\0', '\udc00']) {
      expect(() => checkKey(bad)).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
    }
    for (const good of ['a', '...', 'a/.b', 'a b/%2F', '日/😀', 'x'.repeat(1_024)])
      expect(() => checkKey(good)).not.toThrow();
  });
  it('name staged files and references as the specification does', () => {
    expect(['x.lease#1', 'a#0', '#22'].every(isStagedName)).toBe(true);
    expect(['x#', 'x#a', '#1/x', 'x1'].some(isStagedName)).toBe(false);
    expect(['t.lance/_refs/tags/a.json', '_refs/branches/a%2Fb.json'].every(isReferenceKey)).toBe(true);
    expect(
      ['_refs/tags/a', 'x_refs/tags/a.json', '_refs/version_leases/main/a.json', 'tags/a.json'].some(
        isReferenceKey,
      ),
    ).toBe(false);
  });
});

it('resolves ranges as HTTP does', () => {
  expect(resolveRange({ start: 2, end: 99 }, 10, 'k')).toEqual({ from: 2, to: 10 });
  expect(resolveRange({ start: -99 }, 10, 'k')).toEqual({ from: 0, to: 10 });
  expect(() => resolveRange({ start: 10 }, 10, 'k')).toThrow();
});

it('lets a listing begin at a key of its own level only, when it folds', () => {
  expect(checkList({ prefix: 'a/', delimiter: '/', startAfter: 'a/b' })).toBe(1_000);
  expect(checkList({ prefix: 'a/', startAfter: 'a/b/c', limit: 3 })).toBe(3);
  expect(() => checkList({ prefix: 'a/', delimiter: '/', startAfter: 'a/b/' })).toThrow();
});
