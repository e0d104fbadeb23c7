/** A late answer does not overwrite a newer one. */
import { describe, expect, it } from 'vitest';
import { keepNewer, readAtOf } from './newer-answer';

const at = (time: string, value: number) => ({ value, meta: { readAt: `2026-06-12T${time}.000Z` } });

describe('keepNewer', () => {
  it('keeps what was read later', () => {
    const held = at('14:02:10', 2);
    expect(keepNewer(held, at('14:02:05', 1))).toBe(held);
  });

  it('takes what was read at the same time or later', () => {
    expect(keepNewer(at('14:02:05', 1), at('14:02:10', 2))).toEqual(at('14:02:10', 2));
    expect(keepNewer(at('14:02:05', 1), at('14:02:05', 3))).toEqual(at('14:02:05', 3));
  });

  it('takes anything where an answer states no time', () => {
    expect(keepNewer(undefined, at('14:02:05', 1))).toEqual(at('14:02:05', 1));
    expect(keepNewer(at('14:02:05', 1), { caller: 'x' })).toEqual({ caller: 'x' });
  });

  it('judges paged answers by their newest page', () => {
    const held = { pages: [at('14:02:05', 1), at('14:02:20', 2)], pageParams: [null, 'c'] };
    const late = { pages: [at('14:02:10', 3)], pageParams: [null] };
    expect(readAtOf(held)).toBe(Date.parse('2026-06-12T14:02:20.000Z'));
    expect(keepNewer(held, late)).toBe(held);
  });
});
