/** Whose turn it is, what may be spent, and what answers prove. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, budgetOf, inTurn, missingOf, proofOf, roundOf } from './canary-rules';
import { type Proof, provenAtOnce } from './proof-record';

const now = Date.UTC(2030, 0, 1, 12, 34);
const hour = '2030-01-01T12:00:00.000Z';
const at = '2030-01-01T12:34:00.000Z';
const proof = (key: string, triedAt: string, missing: string[] = []): Proof => ({
  ...{ key, triedAt, provenAt: '2029', missing, pass: null },
});
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

const chosen = [
  { name: '/9', newest: true },
  { name: '/5', newest: false },
];
const [newest, tag] = ['/9', '/5'];

describe('a round', () => {
  const answer = (
    name: string,
    verdict: Answer['verdict'],
    provenAt: string | null = '2030-01-01T12:30:00.000Z',
  ): Answer => ({ name, newest: name === newest, verdict, provenAt });
  it.each<[string, Answer[], object]>([
    [
      'all restorable',
      [answer(newest, 'restorable'), answer(tag, 'restorable')],
      { provenAt: '2030-01-01T12:30:00.000Z', missing: [] },
    ],
    [
      'proven when the oldest answer was',
      [answer(newest, 'restorable'), answer(tag, 'restorable', '2030-01-01T12:10:00.000Z')],
      { provenAt: '2030-01-01T12:10:00.000Z' },
    ],
    [
      'by a store without a time',
      [answer(newest, 'restorable', null), answer(tag, 'restorable', null)],
      { provenAt: at },
    ],
    [
      'one that could not be asked',
      [answer(newest, 'restorable'), answer(tag, 'unknown')],
      { provenAt: 'before', missing: [tag], pass: null },
    ],
    ['that was cut off', [answer(newest, 'restorable')], { provenAt: 'before', missing: [tag] }],
    ['that asked nothing', [], { provenAt: 'before', missing: [tag] }],
    [
      'newest missing',
      [answer(newest, 'missing'), answer(tag, 'unknown')],
      { provenAt: 'before', missing: [newest, tag] },
    ],
    [
      'a tag missing',
      [answer(newest, 'restorable'), answer(tag, 'missing')],
      { provenAt: 'before', missing: [tag] },
    ],
  ])('%s', (_, answers, expected) => {
    // What was missing and is chosen no more is forgotten.
    const before: Proof = { ...proof('k', 'x', ['/4', tag]), provenAt: 'before' };
    expect(proofOf('k', { chosen, answers }, before, at)).toMatchObject({
      ...{ key: 'k', triedAt: at },
      ...expected,
    });
  });

  it('that could ask nothing proves nothing', () => {
    const answers = [answer(newest, 'unknown'), answer(tag, 'unknown')];
    expect(proofOf('k', { chosen, answers }, null, at)).toMatchObject({ provenAt: null, missing: [] });
  });
});

it.each<[string, Proof | null, string]>([
  ['nothing was ever proven', null, 'none'],
  ['none was missing', proof('k', at), 'none'],
  ['the newest was', proof('k', at, [tag, newest]), 'newest'],
  ['a tag was', proof('k', at, [tag]), 'older'],
  ['one that is chosen no more was', proof('k', at, ['/4']), 'none'],
])('what is missing where %s', (_, of, expected) => {
  expect(missingOf(of, chosen)).toBe(expected);
});

describe('more versions than one round asks', () => {
  const versions = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `/${100 + n}`, newest: n === count - 1 }));
  const minute = (of: number) => new Date(now + of * 60_000).toISOString();

  /** Rounds one minute apart, each of which asks all that is due. */
  function rounds(
    count: number,
    lists: readonly ReturnType<typeof versions>[],
    lost: readonly string[] = [],
  ) {
    let before: Proof | null = null;
    const asked: string[][] = [];
    const proofs: Proof[] = [];
    for (let round = 0; round < count; round += 1) {
      const list = lists[Math.min(round, lists.length - 1)] ?? [];
      const answers = roundOf(list, before).map((one): Answer => {
        const verdict = lost.includes(one.name) ? 'missing' : 'restorable';
        return { ...one, verdict, provenAt: minute(round) };
      });
      before = proofOf('k', { chosen: list, answers }, before, minute(round));
      asked.push(answers.map(({ name }) => name));
      proofs.push(before);
    }
    return { asked, proofs };
  }

  it('are asked one part after the other, the newest each time, and proven when the first of them was', () => {
    const { asked, proofs } = rounds(4, [versions(50)]);
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 12, 20]);
    expect(asked.every(([first]) => first === '/149')).toBe(true);
    expect(new Set(asked.slice(0, 3).flat()).size).toBe(50);
    expect(proofs.map(({ provenAt }) => provenAt)).toEqual([null, null, minute(0), minute(0)]);
  });

  it('are not proven by the walk during which one came among those that were asked', () => {
    const more = [{ name: '/0', newest: false }, ...versions(50)];
    const { asked, proofs } = rounds(6, [versions(50), more]);
    expect(asked.map((names) => names.includes('/0'))).toEqual([false, false, false, true, false, false]);
    expect(proofs.map(({ provenAt }) => provenAt)).toEqual([null, null, null, null, null, minute(3)]);
  });

  it('are not proven while one of them is missing', () => {
    const { proofs } = rounds(6, [versions(50)], ['/125']);
    expect(proofs.map(({ provenAt }) => provenAt)).toEqual(Array(6).fill(null));
    expect(proofs.map(({ missing }) => missing.length)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it('are proven only when each that is chosen then was asked, whatever comes and goes meanwhile', () => {
    const list = fc.uniqueArray(fc.integer({ min: 100, max: 160 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), (numbers) => {
        const lists = numbers.map((of) => of.map((n, place) => ({ name: `/${n}`, newest: place === 0 })));
        const { asked, proofs } = rounds(lists.length, lists);
        const last = new Map<string, string>();
        for (const [round, names] of asked.entries()) {
          expect(names.length).toBeLessThanOrEqual(provenAtOnce);
          for (const name of names) last.set(name, minute(round));
          const { provenAt } = proofs[round] ?? proof('k', at);
          if (provenAt === null || provenAt === proofs[round - 1]?.provenAt) continue;
          for (const { name } of lists[round] ?? []) expect((last.get(name) ?? '') >= provenAt).toBe(true);
        }
      }),
    );
  });
});
