/** Versions sort as numbers, words by language, and a column's head goes through three orders. */
import { describe, expect, it } from 'vitest';
import { compareKnown, nextSort, parseSort } from './sort-rules';

describe('compareKnown', () => {
  it.each([
    [9n, 10n],
    [2n ** 64n - 2n, 2n ** 64n - 1n],
    [1, 2],
    ['events2', 'events10'],
    ['Äpfel', 'birnen'],
  ])('%s comes before %s', (a, b) => {
    expect(compareKnown(a, b)).toBeLessThan(0);
    expect(compareKnown(b, a)).toBeGreaterThan(0);
    expect(compareKnown(a, a)).toBe(0);
  });
});

describe('the sort in the address', () => {
  it.each([
    ['rows', { id: 'rows', desc: false }],
    ['-rows', { id: 'rows', desc: true }],
    ['password', null],
    ['', null],
    [null, null],
  ])('%s', (text, sort) => expect(parseSort(text, ['rows'])).toEqual(sort));

  it('goes up, down, away', () => {
    expect(nextSort(null, 'rows')).toBe('rows');
    expect(nextSort({ id: 'rows', desc: false }, 'rows')).toBe('-rows');
    expect(nextSort({ id: 'rows', desc: true }, 'rows')).toBeNull();
    expect(nextSort({ id: 'name', desc: true }, 'rows')).toBe('rows');
  });
});
