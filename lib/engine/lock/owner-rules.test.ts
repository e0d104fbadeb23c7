/** The owner's machine as a total table: every state under every event, before the deadline and at it (cluster-lock.md, H.1). */
import { describe, expect, it } from 'vitest';
import type { MonotonicInstant } from '@/lib/base/clock';
import { leaseTiming } from './lease-timing-rules';
import { deadlineOf, type OwnerEvent, type OwnerState, stepOwner } from './owner-rules';

const at = (ms: number) => ms as MonotonicInstant;
const timing = leaseTiming(30_000);
const live = { provenAt: at(1_000), sequence: 7 };
const attempt = { ...live, startedAt: at(11_000) };

const states: Readonly<Record<OwnerState['kind'], OwnerState>> = {
  idle: { kind: 'idle', ...live, dueAt: at(11_000) },
  checking: { kind: 'checking', ...attempt },
  beating: { kind: 'beating', ...attempt },
  waiting: { kind: 'waiting', ...attempt, retryAt: at(12_500) },
  releasing: { kind: 'releasing', ...live },
  fenced: { kind: 'fenced', reason: 'superseded', at: at(5_000) },
  released: { kind: 'released' },
};
const checked = (
  claim: 'present' | 'absent' | 'unanswered',
  record: 'mine' | 'lost' | 'unanswered',
): OwnerEvent => ({
  kind: 'checked',
  claim,
  record,
});
const events: Readonly<Record<string, OwnerEvent>> = {
  tick: { kind: 'tick' },
  due: { kind: 'due' },
  'both looks well': checked('absent', 'mine'),
  'a claim': checked('present', 'mine'),
  'a claim, the record unanswered': checked('present', 'unanswered'),
  'a lost record': checked('absent', 'lost'),
  'a lost record, the claim unanswered': checked('unanswered', 'lost'),
  'the claim unanswered': checked('unanswered', 'mine'),
  'the record unanswered': checked('absent', 'unanswered'),
  acknowledged: { kind: 'beaten', acknowledged: true },
  unacknowledged: { kind: 'beaten', acknowledged: false },
  retry: { kind: 'retry' },
  release: { kind: 'release' },
  released: { kind: 'released' },
  lost: { kind: 'lost' },
};

/** What comes of each event where it changes something; everything else leaves the state as it is. */
const table: Readonly<Record<OwnerState['kind'], Readonly<Record<string, OwnerState['kind']>>>> = {
  idle: { due: 'checking', release: 'releasing', lost: 'fenced' },
  checking: {
    'both looks well': 'beating',
    'a claim': 'fenced',
    'a claim, the record unanswered': 'fenced',
    'a lost record': 'fenced',
    'a lost record, the claim unanswered': 'fenced',
    'the claim unanswered': 'waiting',
    'the record unanswered': 'waiting',
    lost: 'fenced',
  },
  beating: { acknowledged: 'idle', unacknowledged: 'waiting', lost: 'fenced' },
  waiting: { retry: 'checking', release: 'releasing', lost: 'fenced' },
  releasing: { released: 'released', lost: 'fenced' },
  fenced: {},
  released: {},
};

const cases = Object.values(states).flatMap((state) =>
  Object.entries(events).map(([name, event]) => [state.kind, name, state, event] as const),
);

describe('before the deadline', () => {
  it.each(cases)('%s, %s', (kind, name, state, event) => {
    const next = stepOwner(state, event, at(12_000), timing);
    expect(next.kind).toBe(table[kind][name] ?? kind);
    if (next.kind === kind) expect(next).toEqual(state);
    if (next.kind === 'fenced' && kind !== 'fenced')
      expect(next).toEqual({ kind: 'fenced', reason: 'superseded', at: 12_000 });
  });
});

describe('at the deadline, 2L/3 after the start of the last acknowledged beat', () => {
  it.each(cases)('%s, %s', (kind, _, state, event) => {
    const ended = kind === 'fenced' || kind === 'released';
    const lapsed = { kind: 'fenced', reason: 'lapsed', at: 21_000 };
    expect(deadlineOf(state, timing)).toBe(ended ? null : 21_000);
    expect(stepOwner(state, event, at(21_000), timing)).toEqual(ended ? state : lapsed);
  });
});

it('counts the deadline and the next beat from the start of the first attempt, not from its acknowledgement', () => {
  const next = stepOwner(states.beating, { kind: 'beaten', acknowledged: true }, at(20_999), timing);
  expect(next).toEqual({ kind: 'idle', provenAt: 11_000, sequence: 8, dueAt: 21_000 });
  const again = stepOwner(states.waiting, { kind: 'retry' }, at(13_000), timing);
  expect(again).toMatchObject({ kind: 'checking', startedAt: 11_000, provenAt: 1_000 });
});
