import { describe, expect, it } from 'vitest';
import { ManualClock } from '@/lib/testing/manual-clock';
import { RequestRate } from './request-rate';

const minute = 60_000;

function counted() {
  const clock = new ManualClock();
  const counter = { total: 0 };
  const rate = new RequestRate(clock, () => counter.total);
  /** One request a second for so long, sampled every quarter of a minute. */
  const run = (ms: number, sampled = true) => {
    for (let at = 0; at < ms; at += 15_000) {
      clock.advance(15_000);
      counter.total += 15;
      if (sampled) rate.sample();
    }
  };
  return { clock, counter, rate, run };
}

describe('RequestRate', () => {
  it('counts from the start until there is an hour, then the last hour only', () => {
    const { rate, run } = counted();
    run(10 * minute);
    expect(rate.lastHour()).toBe(600);
    expect(rate.perHourNow()).toBe(3_600);
    run(180 * minute);
    expect(rate.lastHour()).toBe(3_600);
  });

  it('calls the first looks of a server no pace', () => {
    const { clock, counter, rate } = counted();
    clock.advance(3_000);
    counter.total += 120;
    expect(rate.perHourNow()).toBe(120 * 12);
  });

  it('falls to nothing when nothing is asked, though nobody looked meanwhile', () => {
    const { rate, run, clock } = counted();
    run(30 * minute);
    clock.advance(2 * 60 * minute);
    expect(rate.perHourNow()).toBe(0);
    expect(rate.lastHour()).toBe(0);
  });

  it('takes the share of a slice that nobody sampled', () => {
    const { rate, run } = counted();
    run(minute);
    run(120 * minute, false);
    expect(rate.lastHour()).toBe(3_600);
  });
});
