import { describe, expect, it } from 'vitest';
import { ManualClock } from '@/lib/testing/manual-clock';
import { failureStandsMs, shareReading } from './shared-reading';

/** A source whose reads end when told. */
function source() {
  const clock = new ManualClock();
  const told: string[] = [];
  const reads: { give: (value: string) => void; fail: (error: Error) => void }[] = [];
  const shared = shareReading<string>(
    clock,
    () =>
      new Promise((resolve, reject) => {
        reads.push({
          give: (value) => resolve({ value, cost: { requests: 1, bytes: 0 } }),
          fail: reject,
        });
      }),
    (value) => value,
    (etag) => told.push(etag),
  );
  return { clock, told, reads, shared };
}

describe('shareReading', () => {
  it('reads once for a thousand who ask together', async () => {
    const { reads, shared } = source();
    const asked = Array.from({ length: 1000 }, () => shared.get(0));
    reads[0]?.give('a');
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    expect(reads).toHaveLength(1);
  });

  it('counts the age from when the read began, by a clock that does not jump', async () => {
    const { clock, reads, shared } = source();
    const first = shared.get(0);
    const began = clock.wall();
    clock.advance(4_000);
    reads[0]?.give('a');
    expect((await first).readAt).toBe(began);
    expect(shared.lastWithin(3_999)).toBeUndefined();
    expect((await shared.get(4_000)).value).toBe('a');
    void shared.get(3_999);
    expect(reads).toHaveLength(2);
  });

  it('after an expiry never hands out a read that began before it', async () => {
    const { reads, shared } = source();
    const early = shared.get(0);
    shared.expire();
    const late = shared.get(60_000);
    expect(reads).toHaveLength(1);
    reads[0]?.give('old');
    await early;
    await new Promise(setImmediate);
    expect(reads).toHaveLength(2);
    reads[1]?.give('new');
    expect((await late).value).toBe('new');
    expect(shared.last()?.value).toBe('new');
  });

  it('gives a reading that began after another ended', async () => {
    const { reads, shared } = source();
    const first = shared.get(0);
    reads[0]?.give('a');
    const { ended } = await first;
    const second = shared.since(ended);
    expect(reads).toHaveLength(2);
    reads[1]?.give('b');
    expect((await second).value).toBe('b');
    expect((await shared.since(ended)).value).toBe('b');
    expect(reads).toHaveLength(2);
  });

  it('keeps the last good value beside an error, and asks a failing store once a second', async () => {
    const { clock, reads, shared } = source();
    const first = shared.get(0);
    reads[0]?.give('a');
    await first;
    clock.advance(10_000);
    const failing = shared.get(5_000);
    reads[1]?.fail(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    for (let turn = 0; turn < 100; turn += 1) await expect(shared.get(5_000)).rejects.toThrow('gone');
    expect(reads).toHaveLength(2);
    expect(shared.last()?.value).toBe('a');
    expect(shared.error()).toBeInstanceOf(Error);
    clock.advance(failureStandsMs);
    const back = shared.get(5_000);
    reads[2]?.give('a');
    expect((await back).value).toBe('a');
    expect(shared.error()).toBeUndefined();
  });

  it('tells of a change, of a failure once, and of its end; of nothing else', async () => {
    const { clock, reads, told, shared } = source();
    const step = async (end: (read: (typeof reads)[number]) => void) => {
      clock.advance(60_000);
      const read = shared.get(0);
      const begun = reads.at(-1);
      if (begun !== undefined) end(begun);
      await read.catch(() => undefined);
      return told.splice(0);
    };
    expect(await step((read) => read.give('a'))).toEqual([]);
    expect(await step((read) => read.give('a'))).toEqual([]);
    expect(await step((read) => read.give('b'))).toEqual(['b']);
    expect(await step((read) => read.fail(new Error('x')))).toHaveLength(1);
    expect(await step((read) => read.fail(new Error('x')))).toEqual([]);
    expect(await step((read) => read.give('b'))).toEqual(['b']);
  });
});
