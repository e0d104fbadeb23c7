/** Wrong tokens wait longer and longer, per source and for all; right ones are never asked to. */
import { describe, expect, it } from 'vitest';
import { TestClock } from '../testing/test-clock';
import { Throttle } from './throttle';
import { afterFailure, delayMs, emptyBucket, globalPace, isEmpty, sourcePace } from './throttle-rules';

describe('the wait after n failures at once', () => {
  it.each([
    ['source', sourcePace, [0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]],
    ['global', globalPace, [...Array<number>(20).fill(0), 100, 200, 400, 800, 1_600, 2_000, 2_000]],
  ] as const)('%s', (_, pace, waits) => {
    let bucket = emptyBucket;
    const found = waits.map(() => {
      bucket = afterFailure(bucket, 1_000, pace);
      return delayMs(bucket, pace);
    });
    expect(found).toEqual(waits);
  });

  it('forgets one failure per leak time, and a clock that stands back adds nothing', () => {
    const bucket = { level: 5, at: 1_000 };
    expect(afterFailure(bucket, 1_000 + 3 * sourcePace.leakMs, sourcePace).level).toBe(3);
    expect(afterFailure(bucket, 1_000 + 99 * sourcePace.leakMs, sourcePace).level).toBe(1);
    expect(afterFailure(bucket, 0, sourcePace).level).toBe(6);
    expect(isEmpty(bucket, 1_000 + 5 * sourcePace.leakMs, sourcePace)).toBe(true);
    expect(isEmpty(bucket, 999 + 5 * sourcePace.leakMs, sourcePace)).toBe(false);
  });
});

describe('Throttle', () => {
  it('slows one source and not another', async () => {
    const clock = new TestClock();
    const throttle = new Throttle(clock);
    await throttle.slow('a');
    await throttle.slow('a');
    const slowed = throttle.slow('a');
    expect(clock.waits).toEqual([250]);
    await throttle.slow('b');
    clock.advance(250);
    await slowed;
    expect(clock.waits).toEqual([]);
  });

  it('slows all sources together once there are many', async () => {
    const clock = new TestClock();
    const throttle = new Throttle(clock);
    for (let index = 0; index < globalPace.free; index += 1) await throttle.slow(`source ${index}`);
    void throttle.slow('one more');
    expect(clock.waits).toEqual([100]);
  });

  it('lets go of a client that left', async () => {
    const clock = new TestClock();
    const throttle = new Throttle(clock);
    for (let index = 0; index < 2; index += 1) await throttle.slow('a');
    const gone = new AbortController();
    const slowed = throttle.slow('a', gone.signal);
    gone.abort();
    await slowed;
    expect(clock.waits).toEqual([]);
  });

  it('remembers a bounded number of sources, and forgets what has leaked out', async () => {
    const clock = new TestClock();
    const throttle = new Throttle(clock);
    for (let index = 0; index < 10_050; index += 1) void throttle.slow(`source ${index}`);
    expect(throttle.size).toBe(10_000);
    clock.advance(sourcePace.leakMs * 3);
    void throttle.slow('the next');
    expect(throttle.size).toBe(1);
  });
});
