/** Whose turn it is, what may be spent, and what answers prove. */
import { describe, expect, it } from 'vitest';
import { type Answer, budgetOf, inTurn, proofOf } from './canary-rules';
import type { Proof } from './proof-record';

const now = Date.UTC(2030, 0, 1, 12, 34);
const hour = '2030-01-01T12:00:00.000Z';
const at = '2030-01-01T12:34:00.000Z';
const proof = (key: string, triedAt: string): Proof => ({ key, triedAt, provenAt: '2029', missing: 'none' });
const record = (of: string, used: number) => ({ format: 1 as const, hour: of, used, proofs: [] });

it.each([
  ['nothing spent yet', null, 100],
  ['some of this hour', record(hour, 30), 70],
  ['all of it and more', record(hour, 130), 0],
  ['an hour before', record('2030-01-01T11:00:00.000Z', 100), 100],
])('the budget with %s', (_, before, left) => {
  expect(budgetOf(before, now, 100)).toEqual({ hour, left });
});

it('those never tried come first, then those tried longest ago', () => {
  const proofs = new Map(
    ['a', 'b', 'c'].map((key, n) => [key, proof(key, `2030-01-0${3 - n}T00:00:00.000Z`)]),
  );
  expect(inTurn(['a', 'b', 'c', 'z', 'y', 'z'], proofs)).toEqual(['y', 'z', 'c', 'b', 'a']);
});

describe('a round', () => {
  const answer = (
    verdict: Answer['verdict'],
    newest = true,
    provenAt: string | null = '2030-01-01T12:30:00.000Z',
  ) => ({
    ...{ verdict, newest, provenAt },
  });
  it.each<[string, Answer[], object]>([
    ['all restorable', [answer('restorable')], { provenAt: '2030-01-01T12:30:00.000Z', missing: 'none' }],
    [
      'proven when the oldest answer was',
      [answer('restorable'), answer('restorable', false, '2030-01-01T12:10:00.000Z')],
      { provenAt: '2030-01-01T12:10:00.000Z' },
    ],
    ['by a store without a time', [answer('restorable', true, null)], { provenAt: at }],
    [
      'one not asked',
      [answer('restorable'), answer('unknown', false)],
      { provenAt: 'before', missing: 'older' },
    ],
    ['nothing chosen', [], { provenAt: 'before', missing: 'older' }],
    [
      'newest missing',
      [answer('missing'), answer('unknown', false)],
      { provenAt: 'before', missing: 'newest' },
    ],
    [
      'a tag missing',
      [answer('restorable'), answer('missing', false)],
      { provenAt: 'before', missing: 'older' },
    ],
  ])('%s', (_, answers, expected) => {
    const before: Proof = { key: 'k', triedAt: 'x', provenAt: 'before', missing: 'older' };
    expect(proofOf('k', answers, before, at)).toMatchObject({ key: 'k', triedAt: at, ...expected });
  });

  it('that could ask nothing proves nothing', () => {
    expect(proofOf('k', [answer('unknown')], null, at)).toMatchObject({ provenAt: null, missing: 'none' });
  });
});
