/** Growth of a month: sums of what is known, with how many that are. */
import { expect, it } from 'vitest';
import { growthOf } from './growth-rules';

const now = Date.UTC(2030, 0, 30, 12);
const on = (amounts: Record<string, { versions: number | null; bytes: number | null }>) =>
  new Map(Object.entries(amounts));

it('sums datasets alone, leaves out what is not known, and has 30 days with today last', () => {
  const days = growthOf(
    new Map([
      [
        '["dataset","a","x"]',
        on({ '2030-01-30': { versions: 3, bytes: null }, '2030-01-01': { versions: 1, bytes: 7 } }),
      ],
      [
        '["dataset","a","y"]',
        on({ '2030-01-30': { versions: 4, bytes: 9 }, '2029-12-31': { versions: 99, bytes: 99 } }),
      ],
      ['["dataset","a","z"]', on({ '2030-01-30': { versions: null, bytes: null } })],
      ['["lock","brain"]', on({ '2030-01-30': { versions: 50, bytes: 50 } })],
    ]),
    now,
  );
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({
    day: '2030-01-01',
    datasets: 1,
    versions: 1,
    versionsOf: 1,
    bytes: 7,
    bytesOf: 1,
  });
  expect(days[1]).toEqual({
    day: '2030-01-02',
    datasets: 0,
    versions: null,
    versionsOf: 0,
    bytes: null,
    bytesOf: 0,
  });
  expect(days.at(-1)).toEqual({
    day: '2030-01-30',
    datasets: 3,
    versions: 7,
    versionsOf: 2,
    bytes: 9,
    bytesOf: 1,
  });
});

it('says nothing of a sum that no number holds', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const large = on({ '2030-01-30': { versions: 1, bytes: most } });
  const days = growthOf(
    new Map([
      ['["dataset","a","x"]', large],
      ['["dataset","a","y"]', large],
    ]),
    now,
  );
  expect(days.at(-1)).toMatchObject({ versions: 2, bytes: null });
});
