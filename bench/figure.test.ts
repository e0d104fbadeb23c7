/** Medians and turns of the benches: no single run, and no fixed order, decides a figure. */
import { expect, it } from 'vitest';
import { figure, median, pairedRuns } from './figure';

it('takes the middle, or the mean of the two middles', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow(RangeError);
});

it('takes turns in who is first and keeps the medians', async () => {
  const order: string[] = [];
  const run = (name: string, times: readonly number[]) => {
    const left = [...times];
    return async () => {
      order.push(name);
      return { ms: left.shift() ?? 0, requests: 2, bytes: 7 };
    };
  };
  const pair = await pairedRuns(run('ours', [1, 2, 90]), run('peer', [10, 30, 20]), 3);
  expect(order).toEqual(['ours', 'peer', 'peer', 'ours', 'ours', 'peer']);
  expect(pair.ours.ms).toBe(2);
  expect(pair.peer?.ms).toBe(20);
  expect(figure({ bench: 'b', store: 'local', size: 3 }, pair, 1.234, 'p')).toEqual({
    bench: 'b',
    store: 'local',
    size: 3,
    ours: { ms: 2, requests: 2, bytes: 7, peakMb: 1.23 },
    peer: { name: 'p', ms: 20, requests: 2 },
    ratio: 0.1,
  });
});

it('has no ratio without a peer', async () => {
  const pair = await pairedRuns(async () => ({ ms: 1, requests: null, bytes: 0 }), null);
  expect(figure({ bench: 'b', store: 's3', size: 1 }, pair, 0, 'p')).toMatchObject({
    peer: null,
    ratio: null,
  });
});
