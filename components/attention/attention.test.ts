/** What Overview claims: unknown is counted apart, a note warns only with cause, each count opens its own rows. */
import { describe, expect, it } from 'vitest';
import { attentionBadge, attentionTitle } from './attention-words';
import { countCells } from './count-strip';

const items = (...severities: ('stop' | 'attention' | 'unknown')[]) =>
  severities.map((severity) => ({ severity }));

describe('attentionTitle', () => {
  it.each([
    [items(), 'Nothing needs a decision'],
    [items('stop'), '1 thing needs a decision'],
    [items('stop', 'attention'), '2 things need a decision'],
    [items('attention', 'unknown'), '1 thing needs a decision, 1 is unknown'],
    [items('unknown', 'unknown'), '2 are unknown'],
  ])('%#', (list, title) => expect(attentionTitle(list)).toBe(title));
});

it('gives a red row the word of its kind, and unknown never another tone', () => {
  expect(attentionBadge({ kind: 'abandoned_seal', severity: 'stop' })).toEqual({
    tone: 'stop',
    word: 'Refusing',
  });
  expect(attentionBadge({ kind: 'not_read', severity: 'unknown' })).toEqual({ tone: 'unk', word: 'Unknown' });
});

const counts = {
  datasets: 9,
  datasetsUnread: 0,
  activeLeases: 37,
  leasesEndingSoon: 0,
  openRetirements: 2,
  abandonedRetirements: 0,
  intents: 6,
  expiredIntents: 0,
  tags: 14,
  branches: 1,
  corrupt: 0,
};

describe('countCells', () => {
  it('warns of nothing when nothing is wrong', () => {
    expect(countCells(counts).map(({ tone }) => tone)).toEqual(Array(6).fill(undefined));
  });

  it('opens the rows that its note counts', () => {
    const cells = countCells({
      ...counts,
      datasetsUnread: 1,
      abandonedRetirements: 1,
      expiredIntents: 4,
      corrupt: 1,
    });
    expect(cells.map(({ href, note, tone }) => [href, note, tone])).toEqual([
      ['/datasets?state=unknown', '1 not read', 'unk'],
      ['/leases?state=active', 'none ends soon', undefined],
      ['/retirement?state=abandoned', '1 abandoned', 'stop'],
      ['/references?kind=intent&state=expired', '4 expired', 'warn'],
      ['/references?kind=tag', '1 branch besides main', undefined],
      ['/datasets?sort=-corrupt', 'cleanup refuses there', 'stop'],
    ]);
  });
});
