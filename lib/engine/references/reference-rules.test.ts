/** Visibility as the total table of F.8, ownership of intents, and the versions a state keeps (F.5, F.7). */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { heldByState, judgeIntent, stateSentence } from './reference-rules';
import type { StateName, StateRecord } from './state-records';
import { type CanonicalContent, type Visibility, visibilityOf } from './visibility';

const canonicalPath = 'lake/events/_refs/tags/release.json';
const target = { namespace: 'main', version: 2n };
const before = { generation: 'before', target: { namespace: 'main', version: 1n } };

function record(
  state: StateName,
  prior: StateRecordPrior = { previous: before, previousWasLegacy: false },
): StateRecord {
  const mutation = { kind: 'create', path: canonicalPath, payload: new Uint8Array() } as const;
  const expected = { expectedPayload: new Uint8Array(), expectedEtag: null, expectedVersion: null };
  switch (state) {
    case 'pending':
      return { canonicalPath, state, operationId: 'op', target, ...prior };
    case 'live':
      return { canonicalPath, state, live: { generation: 'now', target } };
    case 'revoking':
      return { canonicalPath, state, operationId: 'op', target, mutation, ...prior };
    case 'deleting':
      return { canonicalPath, state, operationId: 'op', ...prior, ...expected };
    default:
      return { canonicalPath, state };
  }
}
type StateRecordPrior = { previous: typeof before | null; previousWasLegacy: boolean };
const none: StateRecordPrior = { previous: null, previousWasLegacy: false };
const states: StateName[] = ['pending', 'live', 'legacy', 'vacant', 'revoking', 'deleting'];
const content = (generation: string | null): CanonicalContent => ({ kind: 'content', generation });

describe('visibility (F.8)', () => {
  it.each(states)('content without a generation is visible beside %s', (state) => {
    expect(visibilityOf(content(null), { kind: 'record', record: record(state) })).toBe('visible');
  });
  const rows: [StateName, string, Visibility][] = [
    ['live', 'now', 'visible'],
    ['live', 'before', 'invisible'],
    ['pending', 'before', 'visible'],
    ['pending', 'op', 'invisible'],
    ['revoking', 'before', 'visible'],
    ['revoking', 'op', 'invisible'],
    ['deleting', 'before', 'visible'],
    ['deleting', 'now', 'invisible'],
    ['legacy', 'before', 'invisible'],
    ['vacant', 'before', 'invisible'],
  ];
  it.each(rows)('%s with generation %s is %s', (state, generation, expected) => {
    expect(visibilityOf(content(generation), { kind: 'record', record: record(state) })).toBe(expected);
  });
  it.each(['pending', 'revoking', 'deleting'] as const)(
    '%s without a previous one shows nothing',
    (state) => {
      expect(visibilityOf(content('op'), { kind: 'record', record: record(state, none) })).toBe('invisible');
    },
  );
  it('without state, without canonical, unreadable, tombstone', () => {
    expect(visibilityOf(content('now'), { kind: 'none' })).toBe('invisible');
    expect(visibilityOf(content(null), { kind: 'none' })).toBe('visible');
    expect(visibilityOf(content(null), { kind: 'unreadable' })).toBe('visible');
    expect(visibilityOf(content('now'), { kind: 'unreadable' })).toBe('unknown');
    expect(visibilityOf({ kind: 'unreadable' }, { kind: 'none' })).toBe('unknown');
    expect(visibilityOf({ kind: 'absent' }, { kind: 'none' })).toBe('invisible');
    expect(visibilityOf({ kind: 'tombstone' }, { kind: 'none' })).toBe('tombstone');
  });
});

describe('heldByState (F.7)', () => {
  const versions = (state: StateName, canonical: CanonicalContent, prior?: StateRecordPrior) =>
    heldByState(record(state, prior), canonical).map((hold) => [hold.target.version, hold.certainty]);
  it.each([{ kind: 'absent' } as const, content('before'), content('op')])(
    'D20 pending keeps its target, and where it was, to which it may be rolled back; at %j',
    (canonical) => {
      expect(versions('pending', canonical)).toEqual([
        [2n, 'certain'],
        [1n, 'certain'],
      ]);
      expect(versions('pending', canonical, none)).toEqual([[2n, 'certain']]);
    },
  );
  it('live keeps while the canonical object carries its generation', () => {
    expect(versions('live', content('now'))).toEqual([[2n, 'certain']]);
    expect(versions('live', content('other'))).toEqual([]);
    expect(versions('live', content(null))).toEqual([]);
    expect(versions('live', { kind: 'absent' })).toEqual([]);
    expect(versions('live', { kind: 'unreadable' })).toEqual([[2n, 'unknown']]);
  });
  it.each(['revoking', 'deleting'] as const)('%s keeps what was live before', (state) => {
    expect(versions(state, content('before'))).toEqual([[1n, 'certain']]);
    expect(versions(state, content('op'))).toEqual([]);
    expect(versions(state, { kind: 'unreadable' })).toEqual([[1n, 'unknown']]);
    expect(versions(state, content('before'), none)).toEqual([]);
  });
  it.each(['legacy', 'vacant'] as const)('%s keeps nothing', (state) => {
    expect(versions(state, content(null))).toEqual([]);
  });
});

describe('intents', () => {
  const body = {
    manifestPath: 'm',
    mutation: { kind: 'create', path: canonicalPath, payload: new Uint8Array() },
    operationId: 'op',
  } as const;
  const at = storageInstant;
  it('are owned for 15 minutes and a second', () => {
    const intent = { storedAt: at(0), record: { ...body, state: 'pending' } as const };
    expect(judgeIntent(intent, at(900_999))).toMatchObject({ standing: 'active', ownedUntil: 901_000 });
    expect(judgeIntent(intent, at(901_000)).standing).toBe('expired');
    expect(judgeIntent(intent, null).standing).toBe('unknown');
  });
  it('say what they are in a sentence', () => {
    const sentences = [
      null,
      { ...body, state: 'completed' } as const,
      { ...body, state: 'pending' } as const,
    ].flatMap((one) =>
      [at(0), at(2e6), null].map((time) => judgeIntent({ storedAt: at(0), record: one }, time).sentence),
    );
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(new Set(sentences).size).toBe(5);
    expect(new Set(states.map((state) => stateSentence(record(state)))).size).toBe(6);
  });
});
