/** Every state of what is known of an actor's generation against every session's. */
import { describe, expect, it } from 'vitest';
import type { MonotonicInstant } from '@/lib/base/clock';
import { everywhereStanding, freshMs, needsReading, raised } from './not-before-rules';

const at = (ms: number) => ms as MonotonicInstant;
const readAt = at(1_000);

describe('a session of generation 3', () => {
  it.each([
    ['nothing known', null, 0, 'unknown', true],
    ['the same, just read', 3, 0, 'stands', false],
    ['the same, to the last millisecond', 3, freshMs - 1, 'stands', false],
    ['the same, too long ago', 3, freshMs, 'unconfirmed', true],
    ['a later one', 4, 0, 'ended', false],
    ['a later one, long ago', 4, freshMs * 100, 'ended', true],
    ['an earlier one: the record was lost', 2, 0, 'ended', true],
    ['an earlier one, too long ago', 2, freshMs, 'unknown', true],
  ] as const)('%s', (_, generation, ageMs, standing, reads) => {
    const known = generation === null ? null : { generation, readAt };
    expect(everywhereStanding(known, 3, at(readAt + ageMs))).toBe(standing);
    expect(needsReading(known, 3, at(readAt + ageMs))).toBe(reads);
  });
});

it('only ever counts up, from one', () => {
  const first = raised(null, 'olga', 5);
  expect(first).toEqual({ format: 1, actor: 'olga', generation: 1, at: 5 });
  // A clock that stands back changes nothing of the count.
  expect(raised(first, 'olga', 4)).toEqual({ format: 1, actor: 'olga', generation: 2, at: 4 });
});
