/** Which lines belong to a place: those about it and about what lies in it, and of no place that only begins like it. */
import { expect, it } from 'vitest';
import type { WallInstant } from '@/lib/base/clock';
import type { JournalEntry } from './journal-entry';
import { matches } from './journal-rules';

const line = (target: string) =>
  ({ kind: 'intent', id: 'i', at: 5 as WallInstant, target }) as unknown as JournalEntry;

it.each([
  ['prod/a.lance', true],
  ['prod/a.lance: tag v1', true],
  ['prod/a.lance2: tag v1', false],
  ['prod/a.lance/b: tag v1', false],
  ['prod', false],
  // A line that was too long lost its middle: what is left of its start decides.
  ['prod/a…tag v1', true],
  ['prod/b…tag v1', false],
  ['prod/a.lance2 that is long…tag v1', false],
])('%s lies within prod/a.lance: %s', (target, fits) => {
  expect(matches(line(target), { within: 'prod/a.lance' })).toBe(fits);
});
