/** Bars from letters: what is missing, unknown or planned, and what it comes to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyOf, sinceOf, worstState } from './history-rules';
import {
  dayMs,
  dayOf,
  emptyDay,
  packDay,
  placeOf,
  slotMs,
  slotName,
  slotNamed,
  slotsPerDay,
  startOf,
  unpackDay,
} from './slot-rules';

const start = startOf('2030-01-10');
/** A day that begins with these letters. */
const day = (letters: string) => `${letters}${emptyDay.slice(letters.length)}`;
const all = (letter: string) => letter.repeat(slotsPerDay);
const on = (days: Record<string, string>) => new Map(Object.entries(days));
const lastOf = (
  days: ReadonlyMap<string, string>,
  newest: number,
  excused: { from: number; until: number }[] = [],
) => {
  const { days: bars, provenPercent } = historyOf(days, newest, excused, 90);
  return { bar: bars.at(-1), provenPercent, bars };
};

describe('a day', () => {
  it.each([
    ['all working', 'wwww', 'working', 100],
    ['one unknown', 'wwwu', 'unknown', 75],
    ['one down', 'wxuu', 'down', 25],
    ['one missing', 'ww-w', 'working', 75],
    ['a letter nobody knows', 'www?', 'unknown', 75],
    ['nothing due before the first', '--ww', 'working', 100],
    ['degraded is not proven', 'dddd', 'degraded', 0],
  ] as const)('%s', (_, letters, state, provenPercent) => {
    const { bar } = lastOf(on({ '2030-01-10': day(letters) }), start + 3 * slotMs);
    expect(bar).toEqual({ day: '2030-01-10', state, provenPercent });
  });

  it('that was not recorded has no state, and is not proven once recording had begun', () => {
    const { bars, provenPercent } = lastOf(
      on({ '2030-01-08': all('w'), '2030-01-10': all('w') }),
      start + dayMs - slotMs,
    );
    expect(bars).toHaveLength(90);
    expect(bars.slice(-4)).toEqual([
      { day: '2030-01-07', state: null, provenPercent: null },
      { day: '2030-01-08', state: 'working', provenPercent: 100 },
      { day: '2030-01-09', state: null, provenPercent: 0 },
      { day: '2030-01-10', state: 'working', provenPercent: 100 },
    ]);
    expect(provenPercent).toBe(66.66);
  });

  it('never says a hundred of what was not always proven', () => {
    const { bar } = lastOf(on({ '2030-01-10': `${all('w').slice(1)}u` }), start + dayMs - slotMs);
    expect(bar?.provenPercent).toBe(99.65);
  });

  it('of a target that was never recorded says nothing', () => {
    expect(lastOf(new Map(), start)).toMatchObject({
      bar: { state: null, provenPercent: null },
      provenPercent: null,
    });
  });
});

describe('planned maintenance', () => {
  const window = { from: start + 2 * slotMs, until: start + 4 * slotMs };

  it('is never shown as down and never counted', () => {
    const { bar } = lastOf(on({ '2030-01-10': day('wwxxw') }), start + 4 * slotMs, [window]);
    expect(bar).toMatchObject({ state: 'maintenance', provenPercent: 100 });
  });

  it('excuses nothing beside its window', () => {
    const { bar } = lastOf(on({ '2030-01-10': day('wxxxw') }), start + 4 * slotMs, [window]);
    expect(bar).toMatchObject({ state: 'down', provenPercent: 66.66 });
  });

  it('of a whole day leaves nothing due; one of no length excuses nothing', () => {
    const letters = on({ '2030-01-10': day('xx') });
    const whole = { from: start, until: start + dayMs };
    expect(lastOf(letters, start + slotMs, [whole]).bar).toMatchObject({
      state: 'maintenance',
      provenPercent: null,
    });
    const empty = { from: start + 1, until: start + 1 };
    const bar = lastOf(letters, start, [empty]).bar;
    expect(bar).toEqual({ day: '2030-01-10', state: 'down', provenPercent: 0 });
  });
});

describe('since', () => {
  const days = on({ '2030-01-09': `${emptyDay.slice(2)}ww`, '2030-01-10': day('wwd') });
  it('goes back over midnight, and ends where another or none was recorded', () => {
    expect(sinceOf(days, start + slotMs, 'working')).toBe(start - 2 * slotMs);
    expect(sinceOf(days, start + 2 * slotMs, 'degraded')).toBe(start + 2 * slotMs);
    expect(sinceOf(days, start + 2 * slotMs, 'working')).toBeNull();
  });

  it('looks at each of ninety days once', () => {
    let asked = 0;
    class Counted extends Map<string, string> {
      override get(of: string): string | undefined {
        asked += 1;
        return super.get(of);
      }
    }
    const first = start - 89 * dayMs;
    const whole = new Counted(Array.from({ length: 90 }, (_, n) => [dayOf(first + n * dayMs), all('w')]));
    expect(sinceOf(whole, start + dayMs - slotMs, 'working')).toBe(first);
    expect(asked).toBeLessThanOrEqual(91);
  });

  it('says what a walk over all slots says', () => {
    const letters = fc.array(fc.constantFrom('w', 'w', 'w', 'w', 'd', '-'), { minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(letters, fc.nat(11), (around, ahead) => {
        const text = `${emptyDay}${emptyDay}`.split('');
        text.splice(slotsPerDay - 4, around.length, ...around);
        const of = on({
          '2030-01-09': text.slice(0, slotsPerDay).join(''),
          '2030-01-10': text.slice(slotsPerDay).join(''),
        });
        const newest = slotsPerDay - 4 + ahead;
        let since: number | null = null;
        for (let place = newest; text[place] === 'w'; place -= 1) since = start - dayMs + place * slotMs;
        expect(sinceOf(of, start - dayMs + newest * slotMs, 'working')).toBe(since);
      }),
    );
  });
});

it('the worst of states is what is worst, and unknown is worse than working', () => {
  expect(worstState(['working', 'unknown', 'degraded'])).toBe('degraded');
  expect(worstState(['working', 'unknown'])).toBe('unknown');
  expect(worstState([])).toBe('working');
});

describe('slots', () => {
  it('have places and names that lead back to them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), (count) => {
        const slot = count * slotMs;
        expect(slotNamed(dayOf(slot), slotName(slot))).toBe(slot);
        expect(startOf(dayOf(slot)) + placeOf(slot) * slotMs).toBe(slot);
      }),
    );
    for (const name of ['2400', '1203', '12a5', '']) expect(slotNamed('2030-01-01', name)).toBeNull();
  });

  it('of a day survive packing, and nothing else is unpacked', () => {
    const letters = fc.array(fc.constantFrom('w', 'd', 'x', 'u', '-'), { minLength: 288, maxLength: 288 });
    fc.assert(
      fc.property(letters, (of) => {
        expect(unpackDay(packDay(of.join('')))).toBe(of.join(''));
      }),
    );
    for (const packed of ['', 'w287', 'w289', 'w288u1', 'w0', 'W288', 'w999'])
      expect(unpackDay(packed)).toBeNull();
  });
});
