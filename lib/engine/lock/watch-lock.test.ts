/** When a watch looks: jittered sixths of the lease, and exactly when a silence would turn into another verdict. */
import { describe, expect, it } from 'vitest';
import type { MonotonicInstant } from '@/lib/base/clock';
import { hold, L } from '@/lib/testing/lock-simulation/hold-on-stage';
import { LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import { judgedLease, nextLookAt } from './observer-rules';
import { watchLock } from './watch-lock';

const at = (ms: number) => ms as MonotonicInstant;

describe('the next look', () => {
  const lease = judgedLease({ kind: 'ours', leaseMs: L }, null);

  it.each([
    ['a sixth of the lease, ten percent less', 0, null, 0, 4_500],
    ['a sixth of the lease, ten percent more', 0, null, 1, 5_500],
    ['before the threshold, as always', 10_000, 0, 0, 14_500],
    ['at 2L/3, though the jitter would look before', 15_000, 100, 0, 20_100],
    ['at 2L/3, though the jitter would look after', 15_500, 100, 1, 20_100],
    [
      'a second before 2L/3, when that is out of reach and the look after it would be too soon',
      14_500,
      100,
      1,
      19_100,
    ],
    ['at 1.5L', 41_000, 100, 1, 45_100],
    ['not twice within a second', 19_500, 100, 0.5, 24_500],
  ])('%s', (_, beganAt, seenAt, jitter, due) => {
    expect(nextLookAt(at(beganAt), lease, seenAt === null ? null : at(seenAt), jitter)).toBe(due);
  });

  it('is never less than a second away, however short the lease is', () => {
    const short = judgedLease({ kind: 'ours', leaseMs: 3_000 }, null);
    expect(nextLookAt(at(0), short, null, 0)).toBe(1_000);
    expect(nextLookAt(at(0), short, null, 1)).toBe(1_100);
  });
});

it('calls a dead owner late and silent at the very instants, with answers that take their time', async () => {
  const stage = new LockStage();
  const owner = stage.process('owner');
  await hold(stage, owner);
  owner.process.kill();
  stage.network.route = () => ({ sendMs: 30, answerMs: 70 });
  const { context } = stage.process('observer');
  const stop = new AbortController();
  const turns: [string, number][] = [];
  const watching = (async () => {
    for await (const { state, at: now } of watchLock(context, stage.place, {
      configuredMs: null,
      signal: stop.signal,
    }))
      if (turns.at(-1)?.[0] !== state) turns.push([state, now]);
  })();
  await stage.run(60_000);
  stop.abort();
  await stage.until(watching);
  // The record, then the listing take 100 ms each: the newest beat is first seen at 200, and a look ends 200 after it began.
  expect(turns.map(([state]) => state)).toEqual(['held-observing', 'late', 'silent']);
  expect(turns.map(([, now]) => now)).toEqual([
    expect.any(Number),
    200 + (2 * L) / 3 + 200,
    200 + 1.5 * L + 200,
  ]);
});
