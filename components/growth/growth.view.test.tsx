// @vitest-environment happy-dom
/** Growth as a person reads it: what was recorded, in its unit, and nothing where nothing was. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { GrowthDay } from '@/lib/contracts/growth';
import { GrowthPanel } from './growth-panel';
import { growthIn, heightsOf, pointsOf } from './growth-rules';

afterEach(cleanup);

const none = { datasets: 0, versions: null, versionsOf: 0, bytes: null, bytesOf: 0 };
const day = (date: number, given: Partial<GrowthDay> = {}): GrowthDay => ({
  ...{ day: `2030-01-0${date}`, ...none, ...given },
});
const two = [
  day(1),
  day(2, { datasets: 2, versions: 1_000, versionsOf: 2, bytes: 4_000_000, bytesOf: 1 }),
  day(3),
  day(4, { datasets: 2, versions: 1_250, versionsOf: 2, bytes: 9_000_000, bytesOf: 2 }),
];

it.each([
  ['none', [], /named as control/],
  ['unread', [], /not read yet/],
  ['read', [day(1), day(2)], /Not recorded yet/],
] as const)('says why there is nothing: %s', (recorded, days, says) => {
  render(<GrowthPanel recorded={recorded} days={[...days]} />);
  expect(screen.getByText(says)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

it('says the sums with their units, and compares only sums over as many datasets', () => {
  const { container } = render(<GrowthPanel recorded="read" days={two} />);
  expect(container.textContent).toContain('1,250 in 2 datasets, 250 more than on 2030-01-02.');
  expect(container.textContent).toContain('9.00 MB in 2 datasets; 4.00 MB in 1 on 2030-01-02.');
  screen.getByRole('img', { name: 'Versions: 1,000 on 2030-01-02, 1,250 on 2030-01-04' });
});

it.each([
  [[day(3), day(4, { datasets: 1, versions: 7, versionsOf: 1 })], '7 in 1 dataset, since today.'],
  [
    [day(3, { datasets: 1, versions: 7, versionsOf: 1 }), day(4)],
    '7 in 1 dataset on 2030-01-03; no other day is known.',
  ],
  [
    [
      day(2, { datasets: 1, versions: 7, versionsOf: 1 }),
      day(3, { datasets: 1, versions: 9, versionsOf: 1 }),
      day(4),
    ],
    '9 in 1 dataset on 2030-01-03, 2 more than on 2030-01-02.',
  ],
])('names the day of what is not of today', (days, says) => {
  const { container } = render(<GrowthPanel recorded="read" days={days} />);
  expect(container.textContent).toContain(says);
});

it('draws no bar for a day without a sample', () => {
  const { container } = render(<GrowthPanel recorded="read" days={two} />);
  const heights = [...(container.querySelector('svg')?.querySelectorAll('rect') ?? [])].map((bar) =>
    Number(bar.getAttribute('height')),
  );
  expect(heights.map((one) => one > 0)).toEqual([false, true, false, true]);
});

describe('points', () => {
  it('rise from zero', () => {
    expect(heightsOf(pointsOf(two, 'versions'))).toEqual([null, 0.8, null, 1]);
    expect(heightsOf(pointsOf([day(1, { versions: 0, versionsOf: 1 })], 'versions'))).toEqual([0]);
  });
  it('of one day have no change', () => {
    expect(growthIn(pointsOf([day(1, { versions: 3, versionsOf: 1 })], 'versions'))?.change).toBeNull();
    expect(growthIn(pointsOf([day(1)], 'versions'))).toBeNull();
  });
});
