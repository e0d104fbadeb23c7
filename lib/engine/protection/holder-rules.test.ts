/** Every kind of reason in every standing: what it says, who honours it, and what follows for its version. */
import { describe, expect, it } from 'vitest';
import {
  at,
  explain,
  fresh,
  intent,
  lease,
  marker,
  now,
  old,
  pending,
  pin,
  run,
  tag,
} from '@/lib/testing/protection-builders';
import type { HolderFacts, StateFact } from './protection-facts';

/** kind, standing, honoured by, verdict, earliest, facts. `null` as kind: it gives no reason. */
const table: [string, string | null, string, string, string, string, Partial<HolderFacts>][] = [
  ['tag', 'tag', 'active', 'every', 'held', 'never', { tags: [tag] }],
  [
    'invisible tag',
    'tag',
    'active',
    'release_dependent',
    'held',
    'never',
    { tags: [{ ...tag, visibility: 'invisible' }] },
  ],
  [
    'tag of unknown visibility',
    'tag',
    'active',
    'release_dependent',
    'held',
    'never',
    { tags: [{ ...tag, visibility: 'unknown' }] },
  ],
  ['tombstone', null, '', '', 'reclaimable', 'now', { tags: [{ ...tag, visibility: 'tombstone' }] }],
  ['tag elsewhere', null, '', '', 'reclaimable', 'now', { tags: [{ ...tag, branch: 'exp' }] }],
  [
    'tag on a lost branch',
    'tag',
    'unknown',
    'release_dependent',
    'unknown',
    'unknown',
    { tags: [{ ...tag, branch: 'gone', branchKnown: false }] },
  ],
  ['branch', 'branch', 'active', 'release_dependent', 'held', 'never', { pins: [pin] }],
  [
    '61. legacy branch without identifier',
    'branch',
    'active',
    'unknown',
    'held',
    'never',
    { pins: [{ ...pin, evidence: 'parent' }] },
  ],
  ['lease', 'lease', 'active', 'lease_aware', 'held', 'at', { leases: [lease] }],
  ['expired lease', null, '', '', 'reclaimable', 'now', { leases: [{ ...lease, storedAt: at(old) }] }],
  [
    'lease without store time',
    'lease',
    'unknown',
    'lease_aware',
    'unknown',
    'unknown',
    { leases: [{ ...lease, listedAt: null }] },
  ],
  ['fresh intent', 'intent', 'active', 'lease_aware', 'held', 'at', { intents: [intent(fresh)] }],
  ['expired intent', 'intent', 'expired', 'lease_aware', 'held', 'now', { intents: [intent(old)] }],
  ['completed intent', null, '', '', 'reclaimable', 'now', { intents: [intent(old, 'completed')] }],
  [
    'unreadable intent',
    'intent',
    'active',
    'lease_aware',
    'held',
    'at',
    { intents: [{ ...intent(fresh), record: null }] },
  ],
  [
    'pending state, intent active',
    'reference_state',
    'active',
    'lease_aware',
    'held',
    'never',
    { states: [pending], operations: new Map([['op', 'active']]) },
  ],
  [
    'pending state, intent expired',
    'reference_state',
    'expired',
    'lease_aware',
    'held',
    'now',
    { states: [pending], operations: new Map([['op', 'expired']]) },
  ],
  [
    'pending state alone',
    'reference_state',
    'abandoned',
    'lease_aware',
    'held',
    'never',
    { states: [{ ...pending, storedAt: at(old) }] },
  ],
  [
    'draining in use',
    'retirement',
    'active',
    'lease_aware',
    'held',
    'at',
    { markers: [marker('draining', fresh)] },
  ],
  ['stale drain', null, '', '', 'reclaimable', 'now', { markers: [marker('draining', old)] }],
  [
    'sealed in use',
    'retirement',
    'active',
    'lease_aware',
    'held',
    'now',
    { markers: [marker('sealed', fresh)] },
  ],
  [
    'abandoned seal',
    'retirement',
    'abandoned',
    'lease_aware',
    'held',
    'now',
    { markers: [marker('sealed', old)] },
  ],
  [
    'committed',
    'retirement',
    'abandoned',
    'lease_aware',
    'held',
    'now',
    { markers: [marker('committed', old)] },
  ],
  [
    'outside reason',
    'outside',
    'active',
    'unknown',
    'held',
    'never',
    {
      outside: [
        {
          version: 1n,
          subject: 'replica eu-1',
          holder: 'eu-1',
          standing: 'active',
          since: null,
          endsWhen: 'it serves another version',
        },
      ],
    },
  ],
  [
    'outside reason gone quiet',
    'outside',
    'unknown',
    'unknown',
    'unknown',
    'never',
    {
      outside: [
        {
          version: 1n,
          subject: 'replica eu-1',
          holder: null,
          standing: 'unknown',
          since: null,
          endsWhen: 'it is retired',
        },
      ],
    },
  ],
  [
    '64. refusal of the format',
    'unsupported',
    'active',
    'release_dependent',
    'held',
    'never',
    { refusals: ['unknown feature flag 1024'] },
  ],
  [
    'unreadable evidence',
    'unreadable',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
    { unreadable: [{ subject: 'a lease', version: null }] },
  ],
  [
    'unreadable evidence of another version',
    null,
    '',
    '',
    'reclaimable',
    'now',
    { unreadable: [{ subject: 'a lease', version: 2n }] },
  ],
  ['nothing', null, '', '', 'reclaimable', 'now', {}],
];

describe('kind by standing, the whole table', () => {
  it.each(table)('%s', (_, kind, standing, honouredBy, verdict, earliest, facts) => {
    const row = explain(facts);
    const [first, ...rest] = row.protections;
    expect(rest).toEqual([]);
    if (kind === null) expect(first).toBeUndefined();
    else expect(first).toMatchObject({ kind, standing, honouredBy });
    if (first !== undefined) {
      expect(first.endsWhen).toMatch(/^[a-z].*[^.]$/);
      expect(first.subject).not.toBe('');
    }
    expect(row.verdict).toBe(verdict);
    expect(row.earliestReclaim.kind).toBe(earliest);
  });

  it('says what ends each in words', () => {
    expect(explain({ tags: [tag] }).protections[0]?.endsWhen).toBe('tag release is deleted or moved');
    expect(explain({ pins: [pin] }).protections[0]?.endsWhen).toBe('branch exp is deleted');
    expect(explain({ tags: [tag] }).earliestReclaim).toEqual({
      kind: 'never',
      because: 'tag release holds it',
    });
  });

  it('a lease holds until stored + ttl + 1 s of the store’s clock', () => {
    const row = explain({ leases: [lease] });
    expect(row.protections[0]).toMatchObject({ since: now - 1_000, until: now + 60_000, holder: null });
    expect(row.earliestReclaim).toEqual({ kind: 'at', at: now + 60_000, estimated: false });
  });

  it('an expired lease is no reason, but is told (D9)', () => {
    expect(explain({ leases: [{ ...lease, storedAt: at(old) }] }).expiredLeases).toEqual([run]);
  });

  it('states: live and canonical is the tag’s own reason; unreadable or going is told', () => {
    const live = { generation: 'g', target: { namespace: 'main', version: 1n } };
    const state = (facts: Partial<StateFact>): StateFact => ({
      ...pending,
      record: { state: 'live', canonicalPath: 'p', live },
      canonical: { kind: 'content', generation: 'g' },
      ...facts,
    });
    expect(explain({ states: [state({})] }).protections).toEqual([]);
    expect(explain({ states: [state({ canonical: { kind: 'unreadable' } })] }).verdict).toBe('unknown');
    const deleting = {
      state: 'deleting',
      canonicalPath: 'p',
      operationId: 'd',
      previous: live,
      previousWasLegacy: false,
      expectedPayload: new Uint8Array(),
      expectedEtag: null,
      expectedVersion: null,
    } as const;
    expect(explain({ states: [state({ record: deleting })] }).protections[0]).toMatchObject({
      standing: 'active',
    });
    const quiet = explain({ states: [state({ record: deleting, storedAt: at(old) })] });
    expect(quiet.protections[0]).toMatchObject({ standing: 'abandoned', subject: 'tag candidate, deleting' });
    const other = { namespace: 'b'.repeat(32), version: 1n };
    expect(
      explain({
        states: [{ ...pending, record: { ...pending.record, target: other } as StateFact['record'] }],
      }).protections,
    ).toEqual([]);
  });
});
