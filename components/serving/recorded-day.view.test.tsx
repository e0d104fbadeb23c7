// @vitest-environment happy-dom
/** The recorded day: time per state in words, each state its own height, and what was not recorded is never shown as well. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RecordedSpan } from '@/lib/contracts/recorded-states';
import { RecordedDay } from './recorded-day';
import { placesOf, timeSpent } from './recorded-rules';

const span = (state: RecordedSpan['state'], from: string, until: string): RecordedSpan => ({
  state,
  from: `2030-01-02T${from}:00.000Z`,
  until: `2030-01-02T${until}:00.000Z`,
});
const spans = [
  span(null, '00:00', '06:00'),
  span('working', '06:00', '10:00'),
  span('down', '10:00', '10:10'),
  span('working', '10:10', '12:00'),
];
const texts = () => screen.queryAllByRole('listitem').map((one) => one.textContent);

afterEach(cleanup);

it('tells the time spent in each state, worst first, what was not recorded last', () => {
  render(<RecordedDay known="read" spans={spans} />);
  expect(texts()).toEqual(['Down 10 m', 'Working 5 h 50 m', 'Not recorded 6 h']);
  expect(
    screen.getByRole('img', { name: 'Last 24 hours: Down 10 m, Working 5 h 50 m, Not recorded 6 h' }),
  ).toBeDefined();
});

it('draws every state at a height of its own, so that none is told by colour alone', () => {
  const all = [null, 'down', 'degraded', 'unknown', 'maintenance', 'working'] as const;
  const { container } = render(
    <RecordedDay known="read" spans={all.map((state, at) => span(state, `0${at}:00`, `0${at + 1}:00`))} />,
  );
  const heights = [...container.querySelectorAll('rect')].map((rect) => rect.getAttribute('height'));
  expect(new Set(heights).size).toBe(all.length);
});

it.each([
  ['none', [], /named as control/],
  ['unread', [], /not read yet/],
  ['read', [span(null, '00:00', '12:00')], /Nothing was recorded in the last 24 hours/],
] as const)('%s without a sample is a sentence, and no strip', (known, none, says) => {
  render(<RecordedDay known={known} spans={[...none]} />);
  expect(screen.getByText(says)).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
});

it('puts each span where it belongs on the strip', () => {
  expect(placesOf(spans).map(({ at, wide }) => [at, wide])).toEqual([
    [0, 0.5],
    [0.5, 4 / 12],
    [10 / 12, 10 / 720],
    [610 / 720, 110 / 720],
  ]);
});

it('sums what is apart, and leaves out what never was', () => {
  expect(timeSpent(spans)).toEqual([
    { state: 'down', ms: 600_000 },
    { state: 'working', ms: 21_000_000 },
    { state: null, ms: 21_600_000 },
  ]);
});
