/** A day in spans: joined where neighbours agree, null where nobody recorded, and not due in the slot of now. */
import { expect, it } from 'vitest';
import { recordedSpans } from './recorded-spans-rules';
import { emptyDay, letterOf, placeOf, withLetter } from './slot-rules';

const at = (time: string) => Date.parse(`2030-01-02T${time}Z`);
const letters = (...places: readonly (readonly [time: string, letter: string])[]) =>
  places.reduce((day, [time, letter]) => withLetter(day, placeOf(at(time)), letter), emptyDay);
const spansOf = (today: string, now: string, yesterday = emptyDay) =>
  recordedSpans(
    new Map([
      ['2030-01-01', yesterday],
      ['2030-01-02', today],
    ]),
    at(now),
  ).map(({ state, from, until }) => [state, from.slice(5, 16), until.slice(5, 16)]);

it('nothing recorded is one span that says nothing', () => {
  expect(recordedSpans(new Map(), at('12:02:00.000'))).toEqual([
    { state: null, from: '2030-01-01T12:00:00.000Z', until: '2030-01-02T12:00:00.000Z' },
  ]);
});

it('neighbours that agree are one span, a gap between them is its own', () => {
  const today = letters(
    ['11:40:00.000', letterOf('working')],
    ['11:45:00.000', letterOf('working')],
    ['11:55:00.000', letterOf('down')],
  );
  expect(spansOf(today, '12:02:00.000')).toEqual([
    [null, '01-01T12:00', '01-02T11:40'],
    ['working', '01-02T11:40', '01-02T11:50'],
    [null, '01-02T11:50', '01-02T11:55'],
    ['down', '01-02T11:55', '01-02T12:00'],
  ]);
});

it('the slot of now counts once it is recorded, and the day stays one day', () => {
  expect(spansOf(letters(['12:00:00.000', letterOf('degraded')]), '12:02:00.000')).toEqual([
    [null, '01-01T12:05', '01-02T12:00'],
    ['degraded', '01-02T12:00', '01-02T12:05'],
  ]);
});

it('goes on from the day before, and a letter of a later version is unknown', () => {
  const whole = letterOf('working').repeat(288);
  expect(spansOf(whole.replaceAll('w', '?'), '00:12:00.000', whole)).toEqual([
    ['working', '01-01T00:15', '01-02T00:00'],
    ['unknown', '01-02T00:00', '01-02T00:15'],
  ]);
});

it('every span begins where the one before ends', () => {
  const today = letters(['01:00:00.000', 'w'], ['03:00:00.000', 'd'], ['03:05:00.000', 'u']);
  const spans = recordedSpans(new Map([['2030-01-02', today]]), at('09:00:00.000'));
  expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ until }) => until));
});
