/** Every state of a run against everything that may happen to it; only proven silence lets another process go on. */
import { describe, expect, it } from 'vitest';
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { maxLogLines, noCounts, type RunOwner, type RunRecord } from './run-record';
import { decideRun, type RunEvent } from './run-rules';
import { noteLook, provesSilence, runSilenceMs, silentMs } from './silence-rules';

const wall = (ms: number) => ms as WallInstant;
const owner = (id: string, lockId: string): RunOwner => ({ id, lockId, host: 'h', pid: 1, since: wall(5) });
const mine = owner('A', 'lock-a');
const next = owner('B', 'lock-b');
const counts = { versions: 1, objects: 10, bytes: 100, requests: 7 };
const cursor = { step: 'delete', group: 1, groups: 2, sentence: 's' };
const waiting: RunRecord = {
  ...{ format: 1, run: 'R', dataset: 'lake/events', planHash: 'h', actor: 'ann', role: 'admin' },
  ...{ requestId: 'r', reason: 'space', approvedBy: null, createdAt: wall(0), state: 'waiting' },
  ...{ ending: null, endedAt: null, owner: null, takeovers: 0, beat: { count: 0, at: wall(0) } },
  ...{ cursor: null, counts: noCounts, earlier: noCounts, stop: null, rate: null },
  ...{ intent: null, before: null, log: [] },
};
const running: RunRecord = { ...waiting, state: 'running', owner: mine, beat: { count: 4, at: wall(9) } };
const states = {
  waiting,
  running,
  stopping: { ...running, state: 'stopping', stop: { actor: 'bob', at: wall(8) } },
  ended: { ...running, state: 'ended', ending: { outcome: 'completed', failure: null }, endedAt: wall(9) },
} as const satisfies Record<string, RunRecord>;

const free = { tookOverFrom: null, watch: null };
const events = {
  take: { kind: 'take', owner: next, proof: free },
  take_again: { kind: 'take', owner: mine, proof: free },
  take_over: { kind: 'take', owner: next, proof: { tookOverFrom: 'lock-a', watch: null } },
  take_after_other: { kind: 'take', owner: next, proof: { tookOverFrom: 'lock-x', watch: null } },
  beat: { kind: 'beat', ownerId: 'A', at: wall(10), cursor, counts },
  beat_of_other: { kind: 'beat', ownerId: 'B', at: wall(10), cursor, counts },
  leave: { kind: 'leave', ownerId: 'A', at: wall(10), counts, line: { at: wall(10), sentence: 'Stops.' } },
  stop: { kind: 'stop', actor: 'bob', at: wall(10) },
  rate: { kind: 'rate', rate: 50 },
  end: { kind: 'end', ownerId: 'A', at: wall(10), ending: { outcome: 'failed', failure: 'x' }, counts },
  end_of_other: {
    kind: 'end',
    ownerId: 'B',
    at: wall(10),
    ending: { outcome: 'failed', failure: 'x' },
    counts,
  },
} as const satisfies Record<string, RunEvent>;

const table: readonly (readonly [keyof typeof events, string, string, string, string])[] = [
  ['take', 'running', 'owned', 'owned', 'ended'],
  ['take_again', 'running', 'unchanged', 'unchanged', 'ended'],
  ['take_over', 'running', 'running', 'stopping', 'ended'],
  ['take_after_other', 'running', 'owned', 'owned', 'ended'],
  ['beat', 'not_begun', 'running', 'stopping', 'ended'],
  ['beat_of_other', 'not_begun', 'not_owner', 'not_owner', 'not_owner'],
  ['leave', 'not_begun', 'running', 'stopping', 'ended'],
  ['stop', '-> ended', 'stopping', 'unchanged', 'ended'],
  ['rate', 'waiting', 'running', 'stopping', 'ended'],
  ['end', 'not_begun', '-> ended', '-> ended', 'ended'],
  ['end_of_other', 'not_begun', 'not_owner', 'not_owner', 'not_owner'],
];

describe('runs, state by event', () => {
  it('has a row for every event', () => {
    expect(table.map(([event]) => event)).toEqual(Object.keys(events));
  });
  it.each(table)('%s', (event, ...expected) => {
    const said = Object.values(states).map((run) => {
      const decision = decideRun(run, events[event]);
      if (decision.kind === 'refuse') return decision.because;
      if (decision.kind === 'unchanged') return 'unchanged';
      return decision.run.state === 'ended' ? '-> ended' : decision.run.state;
    });
    expect(said).toEqual(expected);
  });
});

describe('a change of a run', () => {
  const changed = (run: RunRecord, event: RunEvent): RunRecord => {
    const decision = decideRun(run, event);
    if (decision.kind !== 'change') throw new Error(decision.kind);
    return decision.run;
  };

  it('keeps the wish to stop, the rate and what earlier owners counted through a take-over', () => {
    const asked = changed(changed(changed(running, events.beat), events.stop), events.rate);
    const taken = changed(asked, events.take_over);
    expect(taken).toMatchObject({ owner: next, takeovers: 1, earlier: counts, counts, cursor, rate: 50 });
    expect(taken).toMatchObject({ state: 'stopping', stop: { actor: 'bob' } });
    const beaten = changed(taken, { ...events.beat, ownerId: 'B' });
    expect(beaten.counts).toEqual({ versions: 2, objects: 20, bytes: 200, requests: 14 });
    expect(decideRun(taken, events.beat)).toEqual({ kind: 'refuse', because: 'not_owner' });
  });

  it('never counts back, and every sign of life is a new beat', () => {
    const beaten = changed(running, events.beat);
    const late = changed(beaten, { ...events.beat, counts: noCounts });
    expect(late.counts).toEqual(counts);
    expect([running, beaten, late].map(({ beat }) => beat.count)).toEqual([4, 5, 6]);
    expect(changed(running, events.take_over).beat.count).toBe(5);
    expect(changed(running, events.end)).toMatchObject({
      ending: { outcome: 'failed' },
      endedAt: 10,
      counts,
    });
  });

  it('that its owner left is free at once for the next, who goes on with what was counted and asked', () => {
    const left = changed(changed(running, events.stop), events.leave);
    expect(left).toMatchObject({ owner: null, state: 'stopping', counts });
    expect(decideRun(left, events.beat)).toEqual({ kind: 'refuse', because: 'not_owner' });
    const taken = changed(left, events.take);
    expect(taken).toMatchObject({ owner: next, state: 'stopping', takeovers: 1, earlier: counts });
    expect(taken.log.map(({ sentence }) => sentence)).toEqual([
      'bob asked it to stop before the next batch.',
      'Stops.',
      'Process 1 on h goes on with it.',
    ]);
  });

  it('keeps the newest lines of its log, and the dataset as it was before any effect', () => {
    const line = (at: number) => ({ at: wall(at), sentence: `line ${at}` });
    const lines = Array.from({ length: maxLogLines }, (_, at) => line(at));
    const before = { versions: 1, objects: 2, bytes: 3 };
    const first = changed(running, { ...events.beat, lines, before });
    const second = changed(first, { ...events.beat, lines: [line(1_000)], before: { ...before, bytes: 9 } });
    expect(second.before).toEqual(before);
    expect([second.log.length, second.log[0], second.log.at(-1)]).toEqual([
      maxLogLines,
      line(1),
      line(1_000),
    ]);
  });

  it('is over before it began when it is stopped while it waits', () => {
    expect(changed(waiting, events.stop)).toMatchObject({
      ...{ state: 'ended', ending: { outcome: 'stopped' }, stop: { actor: 'bob' }, endedAt: 10 },
    });
  });

  it('D19 a free lock is no proof: an unlocked owner may live, only its own silence lets another go on', () => {
    const looks = (first: RunRecord, last: RunRecord, ms: number) => {
      const watch = noteLook(null, { run: first, ...instants(0, 10) });
      return noteLook(watch, { run: last, ...instants(10 + ms, 20 + ms) });
    };
    const take = (watch: ReturnType<typeof looks>) =>
      decideRun(running, { kind: 'take', owner: next, proof: { tookOverFrom: null, watch } }).kind;
    expect(take(looks(running, running, runSilenceMs))).toBe('refuse');
    expect(take(looks(running, running, runSilenceMs + 1))).toBe('change');
    expect(take(looks(changed(running, events.beat), running, runSilenceMs + 1))).toBe('refuse');
    expect(take(looks(running, changed(running, events.beat), runSilenceMs + 1))).toBe('refuse');
    const other = { ...running, owner: owner('C', 'lock-c') };
    expect(take(looks(other, other, runSilenceMs + 1))).toBe('refuse');
  });
});

const instants = (sentAt: number, answeredAt: number) => ({
  sentAt: sentAt as MonotonicInstant,
  answeredAt: answeredAt as MonotonicInstant,
});

describe('silence', () => {
  it('counts from the answer that showed a beat to the question that found it again', () => {
    const first = noteLook(null, { run: running, ...instants(100, 40_100) });
    expect(silentMs(first)).toBe(0);
    const second = noteLook(first, { run: running, ...instants(70_000, 200_000) });
    expect(silentMs(second)).toBe(29_900);
    expect(provesSilence(second, running)).toBe(false);
    const third = noteLook(second, { run: running, ...instants(100_101, 100_200) });
    expect(provesSilence(third, running)).toBe(true);
    const beaten = { ...running, beat: { count: 5, at: wall(0) } };
    expect(provesSilence(third, beaten)).toBe(false);
    expect(silentMs(noteLook(third, { run: beaten, ...instants(100_300, 100_400) }))).toBe(0);
    expect(provesSilence(null, running)).toBe(false);
  });
});
