/** How many public forms are answered: per address and over all, with a bounded memory. */
import { describe, expect, it } from 'vitest';
import { TestClock } from '../../testing/test-clock';
import { PublicLimits } from './public-limits';
import { addressPace, globalPace } from './token-bucket-rules';

function takeMany(limits: PublicLimits, address: string, count: number): number {
  let wait = 0;
  for (let index = 0; index < count && wait === 0; index += 1) wait = limits.take(address);
  return wait;
}

describe('PublicLimits', () => {
  it('lets one address through as often as its pace says, and another still', () => {
    const clock = new TestClock();
    const limits = new PublicLimits(clock);
    expect(takeMany(limits, 'a', addressPace.capacity)).toBe(0);
    const wait = limits.take('a');
    expect(wait).toBeCloseTo(1_000 / addressPace.perSecond);
    expect(limits.take('b')).toBe(0);
    clock.advance(Math.ceil(wait));
    expect(limits.take('a')).toBe(0);
    expect(limits.take('a')).toBeGreaterThan(0);
  });

  it('lets all addresses together through as often as the pace for all says', () => {
    const clock = new TestClock();
    const limits = new PublicLimits(clock);
    for (let index = 0; index < globalPace.capacity; index += 1) expect(limits.take(`${index}`)).toBe(0);
    expect(limits.take('one more')).toBeGreaterThan(0);
    clock.advance(1_000);
    expect(takeMany(limits, 'one more', globalPace.perSecond)).toBe(0);
    expect(limits.take('yet one')).toBeGreaterThan(0);
  });

  it('fills no further than its bound, and a refusal costs no token', () => {
    const clock = new TestClock();
    const limits = new PublicLimits(clock);
    expect(takeMany(limits, 'a', addressPace.capacity)).toBe(0);
    for (let index = 0; index < 100; index += 1) limits.take('a');
    clock.advance(3_600_000);
    expect(takeMany(limits, 'a', addressPace.capacity)).toBe(0);
    expect(limits.take('a')).toBeGreaterThan(0);
  });

  it('remembers a bounded number of addresses', () => {
    const clock = new TestClock();
    const limits = new PublicLimits(clock);
    for (let index = 0; index < 6_000; index += 1) {
      clock.advance(10);
      limits.take(`${index}`);
    }
    expect(limits.size).toBe(5_000);
  });
});
