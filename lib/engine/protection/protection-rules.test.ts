/** Every kind of reason in every standing: what it says, what follows, who honours it, and that nothing is lost on a page. */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { indexHolders } from './holder-rules';
import type { CleanerFacts, HolderFacts, RetirementFact, StateFact, VersionFact } from './protection-facts';
import { explainVersions, type VersionExplanation, type VersionPage } from './protection-rules';
import { type EffectivePolicy, noPolicy } from './retention-policy';

const day = 86_400_000;
const now = 100 * day;
const at = storageInstant;
const run = 'a'.repeat(32);

const version = (number: bigint, facts: Partial<VersionFact> = {}): VersionFact => ({
  version: number,
  storedAt: at(day),
  detached: false,
  read: 'read',
  committedAtMs: day,
  flagReasons: [],
  ...facts,
});
const holders = (facts: Partial<HolderFacts> = {}): HolderFacts => ({
  branch: null,
  namespace: 'main',
  tags: [],
  pins: [],
  leases: [],
  markers: [],
  intents: [],
  states: [],
  operations: new Map(),
  outside: [],
  unreadable: [],
  refusals: [],
  storeTime: at(now),
  ...facts,
});
const policy = (facts: Partial<EffectivePolicy> = {}): EffectivePolicy => ({
  source: 'lake',
  olderThan: '14days',
  olderThanMs: 14 * day,
  retainVersions: null,
  keepTags: [],
  unknownBecause: null,
  ...facts,
});
const cleaner = (facts: Partial<CleanerFacts> = {}): CleanerFacts => ({
  policy: policy(),
  autoCleanup: null,
  releasedWriter: false,
  youngGuardMs: 0,
  ...facts,
});
function explain(
  facts: Partial<HolderFacts>,
  clean: CleanerFacts = cleaner(),
  one: VersionFact = version(1n),
  page: Partial<VersionPage> = {},
): VersionExplanation {
  const all = { versions: [version(9n), one], latest: 9n, newerThanPage: 0, ...page };
  const found = explainVersions(all, indexHolders(holders(facts)), clean).find(
    (row) => row.version === one.version,
  );
  if (found === undefined) throw new Error('not explained');
  return found;
}

const lease = {
  id: run,
  version: 1n,
  ttlMicros: 60_000_000n,
  storedAt: at(now - 1_000),
  listedAt: at(now),
  holder: null,
};
const tag = {
  name: 'release',
  branch: null,
  version: 1n,
  storedAt: at(5),
  visibility: 'visible',
  branchKnown: true,
} as const;
const pin = { name: 'exp', version: 1n, storedAt: at(5), evidence: 'identifier' } as const;
const marker = (kind: RetirementFact['marker'], storedAt: number): RetirementFact => ({
  namespace: 'main',
  version: 1n,
  markerOperationId: run,
  marker: kind,
  key: kind,
  storedAt: at(storedAt),
  manifests: 'present',
});
const intent = (storedAt: number, state: 'pending' | 'completed' = 'pending') => ({
  id: run,
  version: 1n,
  storedAt: at(storedAt),
  reference: 'tag candidate',
  record: {
    manifestPath: 'm',
    mutation: { kind: 'create', path: 'p', payload: new Uint8Array() },
    operationId: 'op',
    state,
  } as const,
});
const pending: StateFact = {
  record: {
    state: 'pending',
    canonicalPath: 'p',
    operationId: 'op',
    target: { namespace: 'main', version: 1n },
    previous: null,
    previousWasLegacy: false,
  },
  canonical: { kind: 'absent' },
  storedAt: at(now - 5_000),
  reference: 'tag candidate',
};
const fresh = now - 1_000;
const old = now - 20 * day;

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

describe('the head, detached, unread', () => {
  it('the latest is latest whatever else, and only on its own', () => {
    const row = explain({ leases: [{ ...lease, version: 9n }] }, cleaner(), version(9n));
    expect(row.verdict).toBe('latest');
    expect(row.protections.map((one) => one.kind)).toEqual(['latest', 'lease']);
    expect(row.atRisk).toBe(false);
  });
  it('63. a detached version is kept, outside every policy', () => {
    const detached = version(2n ** 63n + 7n, { detached: true });
    const row = explain({}, cleaner(), detached);
    expect(row).toMatchObject({ verdict: 'held', earliestReclaim: { kind: 'never' } });
    expect(row.protections.map((one) => one.kind)).toEqual(['detached']);
  });
  it('a manifest that cannot be read makes its version unknown; flags keep it', () => {
    expect(explain({}, cleaner(), version(1n, { read: 'failed', committedAtMs: null })).verdict).toBe(
      'unknown',
    );
    const flagged = explain({}, cleaner(), version(1n, { flagReasons: ['unknown feature flag 1024'] }));
    expect(flagged).toMatchObject({
      verdict: 'held',
      protections: [{ kind: 'unsupported', subject: 'unknown feature flag 1024' }],
    });
  });
  it('nothing is reclaimable while the latest is not known', () => {
    expect(explain({}, cleaner(), version(1n), { latest: null }).verdict).toBe('unknown');
  });
});

describe('the policy window', () => {
  it('no policy: unknown, and nothing is reclaimable', () => {
    const row = explain({}, cleaner({ policy: noPolicy }));
    expect(row).toMatchObject({ verdict: 'unknown', earliestReclaim: { kind: 'unknown' } });
    expect(row.protections[0]).toMatchObject({
      kind: 'policy',
      standing: 'unknown',
      subject: 'no cleanup policy is configured',
    });
    expect(explain({ tags: [tag] }, cleaner({ policy: noPolicy })).verdict).toBe('held');
  });

  it('D12: both times must be older, strictly', () => {
    const edge = now - 14 * day;
    const judge = (storedAt: number, committedAtMs: number | null, read: VersionFact['read'] = 'read') =>
      explain({}, cleaner(), version(1n, { storedAt: at(storedAt), committedAtMs, read }));
    expect(judge(edge - 1, edge - 1).verdict).toBe('reclaimable');
    expect(judge(edge, edge - 1).verdict).toBe('policy');
    expect(judge(edge - 1, edge).verdict).toBe('policy');
    expect(judge(edge, edge - 1).earliestReclaim).toEqual({ kind: 'at', at: now + 1, estimated: false });
    expect(judge(edge - 1, null).verdict).toBe('unknown');
    expect(judge(edge - 1, null, 'not_yet')).toMatchObject({
      verdict: 'reclaimable',
      earliestReclaim: { kind: 'now', estimated: true },
    });
    expect(judge(edge, null, 'not_yet').earliestReclaim).toMatchObject({ kind: 'at', estimated: true });
  });

  it('ages without a store time are unknown', () => {
    expect(explain({ storeTime: null }).verdict).toBe('unknown');
  });

  it('keeps the newest n by place, holes or not, and says how many commits are left', () => {
    const versions = [
      version(90n),
      version(50n),
      version(40n),
      version(7n),
      version(2n ** 63n, { detached: true }),
    ];
    const clean = cleaner({ policy: policy({ olderThan: null, olderThanMs: null, retainVersions: 3 }) });
    const rows = explainVersions({ versions, latest: 90n, newerThanPage: 0 }, indexHolders(holders()), clean);
    expect(rows.map((row) => row.verdict)).toEqual(['latest', 'policy', 'policy', 'reclaimable', 'held']);
    expect(rows[1]?.protections[0]).toMatchObject({
      subject: 'last 3',
      endsWhen: '2 more versions are committed',
    });
    expect(rows[2]?.protections[0]?.endsWhen).toBe('1 more version is committed');
    const shuffled = explainVersions(
      { versions: [...versions].reverse(), latest: 90n, newerThanPage: 0 },
      indexHolders(holders()),
      clean,
    );
    expect(shuffled.map((row) => row.verdict).reverse()).toEqual(rows.map((row) => row.verdict));
  });

  it('on a page whose place is not known it says only what holes cannot change', () => {
    const clean = cleaner({ policy: policy({ olderThan: null, olderThanMs: null, retainVersions: 3 }) });
    const page = { versions: [version(88n), version(87n), version(7n)], latest: 90n, newerThanPage: null };
    const rows = explainVersions(page, indexHolders(holders()), clean);
    expect(rows.map((row) => row.verdict)).toEqual(['policy', 'unknown', 'unknown']);
    expect(rows[0]?.protections[0]?.endsWhen).toBe('enough newer versions are committed');
    const later = explainVersions({ ...page, newerThanPage: 1 }, indexHolders(holders()), clean);
    expect(later.map((row) => row.verdict)).toEqual(['policy', 'policy', 'reclaimable']);
  });

  it('lets go only when age and count both do', () => {
    const clean = cleaner({ policy: policy({ retainVersions: 2 }) });
    const row = explain({}, clean);
    expect(row.protections.map((one) => one.subject)).toEqual(['last 2']);
    const young = explain({}, clean, version(1n, { storedAt: at(now - day) }));
    expect(young.protections.map((one) => one.subject)).toEqual(['younger than 14days', 'last 2']);
    expect(young.earliestReclaim.kind).toBe('never');
  });

  it('keeps tags by pattern besides the tag itself', () => {
    const row = explain({ tags: [tag] }, cleaner({ policy: policy({ keepTags: ['rel*'] }) }));
    expect(row.protections.map((one) => [one.kind, one.subject])).toEqual([
      ['tag', 'release'],
      ['policy', 'tags like rel*'],
    ]);
  });

  it('D12: what was just stored stays where a plan leaves it', () => {
    const clean = cleaner({ policy: policy({ olderThan: '0s', olderThanMs: 0 }), youngGuardMs: 3_600_000 });
    const row = explain({}, clean, version(1n, { storedAt: at(now - 1_000), committedAtMs: now - 1_000 }));
    expect(row).toMatchObject({
      verdict: 'policy',
      earliestReclaim: { kind: 'at', at: now - 1_000 + 3_600_000 },
    });
    expect(explain({}, clean, version(1n, { storedAt: at(now - 3_600_000) })).verdict).toBe('reclaimable');
  });

  it('46. a sealed retirement goes on although the policy would keep the version', () => {
    const row = explain(
      { markers: [marker('sealed', old)] },
      cleaner(),
      version(1n, { storedAt: at(now - day) }),
    );
    expect(row.protections.map((one) => one.kind)).toEqual(['retirement']);
    expect(row.earliestReclaim.kind).toBe('now');
  });

  it('who honours it: every cleaner what the manifest says, nobody else what this console is told', () => {
    const young = version(1n, { storedAt: at(now) });
    expect(
      explain({}, cleaner({ policy: policy({ source: 'auto_cleanup' }) }), young).protections[0]?.honouredBy,
    ).toBe('every');
    expect(explain({}, cleaner(), young).protections[0]?.honouredBy).toBe('unknown');
  });
});

describe('amber: a released cleanup would delete it (5.1)', () => {
  const released = cleaner({ releasedWriter: true });
  const auto = cleaner({ autoCleanup: policy({ source: 'auto_cleanup' }) });
  const kept: Partial<HolderFacts> = { leases: [lease] };
  it.each([
    ['a lease, a released writer', kept, released, true],
    ['a lease, auto cleanup set', kept, auto, true],
    ['a lease, the head not read', kept, cleaner({ releasedWriter: null }), true],
    ['a lease, nobody comes by', kept, cleaner(), false],
    ['a lease and a tag', { ...kept, tags: [tag] }, released, false],
    ['a lease and a branch of any release', { ...kept, pins: [pin] }, released, false],
    ['a legacy branch', { pins: [{ ...pin, evidence: 'parent' }] }, released, true],
    ['an intent', { intents: [intent(fresh)] }, released, true],
    ['a state', { states: [pending] }, released, true],
    ['a seal', { markers: [marker('sealed', fresh)] }, released, true],
    ['nothing', {}, released, false],
    ['unreadable evidence alone', { unreadable: [{ subject: 'x', version: null }] }, released, false],
  ] as [string, Partial<HolderFacts>, CleanerFacts, boolean][])('%s: %s', (_, facts, clean, atRisk) => {
    expect(explain(facts, clean).atRisk).toBe(atRisk);
  });
  it('not while the auto cleanup’s own window keeps it', () => {
    const wide = cleaner({ autoCleanup: policy({ source: 'auto_cleanup', olderThanMs: 365 * day }) });
    expect(explain(kept, wide).atRisk).toBe(false);
  });
});
