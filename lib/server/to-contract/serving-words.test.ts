/** Sentences about a report, in units a person reads. */
import { expect, it } from 'vitest';
import { staleSentence, unreadableSentence } from './serving-words';

it.each([
  [7_245_000, 30, 'No report for 2 h, with one due every 30 s: what stands here is what it last said.'],
  [95_400, 30, 'No report for 1 m 35 s, with one due every 30 s: what stands here is what it last said.'],
  [
    400_000_000,
    3_600,
    'No report for 4 d 15 h, with one due every 1 h: what stands here is what it last said.',
  ],
])('a report of %i ms is late', (ageMs, heartbeatS, sentence) => {
  expect(staleSentence({ kind: 'stale', ageMs }, heartbeatS)).toBe(sentence);
});

it('an address where nothing answered is told from one that answers without a report', () => {
  const told = (because: 'no_answer' | 'unavailable', detail: string) =>
    unreadableSentence({ kind: 'unreadable', because, detail });
  expect(told('no_answer', 'fetch failed')).toMatch(/^Nothing answered at its address: fetch failed\./);
  expect(told('unavailable', 'it answered 503')).toMatch(/^Its report could not be read: it answered 503\./);
});
