/** What a reader makes of a report: the contract tests G.5 74 to 78, and one verdict for each thing that can be wrong. */
import { describe, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { aLineage } from '@/lib/testing/serving-simulation/builders';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { headlineOf } from './headline-rules';
import { decodeReport, type ReportReading } from './report-rules';
import type { StatusReport } from './report-schema';
import { freshnessOf, isDeposed } from './standing-rules';

type Changes = Readonly<Record<string, ExactJson>>;

function problemsOf(changes: Changes): readonly string[] {
  const reading = decodeReport(reportBytes(changes));
  return reading.kind === 'invalid' ? reading.problems.map(({ kind }) => kind) : [reading.kind];
}

function reportOf(changes: Changes = {}): StatusReport {
  const reading = decodeReport(reportBytes(changes));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return reading.report;
}

const published = Date.parse('2026-01-01T00:00:00Z');
const heartbeatMs = 30_000;

describe('reading a report', () => {
  it('takes the example of the specification as it is, without a finding', () => {
    const reading = decodeReport(reportBytes());
    expect(reading).toMatchObject({ kind: 'read', findings: [], report: { fence: { standing: 'owner' } } });
  });

  it('passes over fields it does not know', () => {
    expect(decodeReport(reportBytes({ weather: 'fair', 'fence.flag': true })).kind).toBe('read');
  });

  it.each([
    ['an unknown major version', { schema: 'lance-serving-status/2' }, 'unknown_schema'],
    ['another schema', { schema: 'lance-serving-pointer/1' }, 'unknown_schema'],
    ['a schema that only begins alike', { schema: 'lance-serving-status/11' }, 'unknown_schema'],
    ['no schema', { schema: null }, 'not_in_form'],
    ['a heartbeat below five seconds', { heartbeat_s: 4 }, 'not_in_form'],
    ['a replica named outside the alphabet', { replica_id: '../eu-1' }, 'not_in_form'],
    ['a local time', { published_at: '2026-01-01T00:00:00+01:00' }, 'not_in_form'],
  ] as const)('%s is unreadable, never guessed', (_, changes, because) => {
    expect(decodeReport(reportBytes(changes))).toMatchObject({ kind: 'unreadable', because });
  });

  it('bytes that are no JSON, or name a field twice, are unreadable', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(decodeReport(bytes('{'))).toMatchObject({ because: 'not_json' });
    expect(decodeReport(bytes('{"schema":"a","schema":"b"}'))).toMatchObject({ because: 'not_json' });
  });
});

describe('G.5.74 what contradicts itself is rejected', () => {
  const identity = (change: Record<string, ExactJson>) => ({
    ...{ layout_abi: 2, set_id: 'berlin', family: 'osm-lance', source_id: 'berlin-260805' },
    ...{ manifest_sha256: 'a'.repeat(64), writer_abi: 1 },
    ...change,
  });
  const active = 'a4f93eb5d7676df5';

  it.each<[string, Changes, string]>([
    [
      'an id that does not re-derive',
      { 'clocks.import.active': { import_id: active, identity: identity({ writer_abi: 2 }) } },
      'import_id_mismatch',
    ],
    [
      'an identity that is none',
      { 'clocks.import.active': { import_id: active, identity: identity({ source_id: '../x' }) } },
      'identity_malformed',
    ],
    [
      'an identity of another family, which the id does not hash',
      { 'clocks.import.active': { import_id: active, identity: identity({ family: 'other' }) } },
      'identity_of_another_lineage',
    ],
    ['previous equal to active', { 'serving.previous': active }, 'previous_is_active'],
    [
      'collectable with authority none',
      { 'retention.collectable_count': 1 },
      'collectable_without_authority',
    ],
    ['no hold with authority none', { 'retention.hold': null }, 'collectable_without_authority'],
    ['a generation that was not persisted', { 'fence.next_generation': 7 }, 'generation_not_persisted'],
    ['another key than its lineage has', { 'lineage.key': 'berlin/osm-lance-v3' }, 'lineage_key_mismatch'],
    ['credentials in its address', { 'lineage.dataset_uri': 's3://a:b@bucket/x' }, 'uri_with_credentials'],
    [
      'a clock that names another import than is served',
      { 'clocks.import.active': { import_id: '0'.repeat(16), identity: null } },
      'serving_and_clock_differ',
    ],
  ])('%s', (_, changes, problem) => expect(problemsOf(changes)).toEqual([problem]));

  it('a report that lies where another belongs', () => {
    const place = { env: 'prod', lineage: aLineage(), replicaId: 'eu-1' };
    expect(decodeReport(reportBytes(), place).kind).toBe('read');
    for (const other of [{ env: 'test' }, { replicaId: 'eu-2' }, { lineage: aLineage({ layout: 3 }) }]) {
      expect(decodeReport(reportBytes(), { ...place, ...other })).toMatchObject({
        problems: [{ kind: 'wrong_place' }],
      });
    }
  });
});

describe('the reader works the decision out again', () => {
  function findingsOf(changes: Changes): readonly string[] {
    const reading = decodeReport(reportBytes(changes));
    return reading.kind === 'read' ? reading.findings.map(({ kind }) => kind) : [reading.kind];
  }
  const history = 'clocks.history';
  const behind = (here: number[]): Changes => ({
    [`${history}.locally_available`]: here,
    [`${history}.decision`]: {
      ...{ kind: 'replica_incomplete', clean: 7, head: 9, reason: 'clean_version_absent' },
    },
    [`${history}.serving_version`]: null,
  });

  it.each<[string, Changes, readonly string[]]>([
    [
      'the head served although nobody knows it',
      {
        [`${history}.decision`]: { kind: 'serve_head', version: 9 },
        [`${history}.serving_version`]: { version: 9, pinned_to_clean: false },
      },
      ['head_decision_disagrees', 'serving_version_disagrees'],
    ],
    ['no decision where one follows', { [`${history}.decision`]: null }, ['head_decision_disagrees']],
    [
      'clean served that is not here',
      { [`${history}.locally_available`]: [9] },
      ['head_decision_disagrees', 'serving_version_disagrees'],
    ],
    [
      'a list cut short that does not tell',
      { [`${history}.locally_available`]: [9], [`${history}.locally_available_truncated`]: true },
      ['head_decision_unverifiable'],
    ],
    [
      'an older clean version while the replica recovers',
      {
        [`${history}.locally_available`]: [5],
        [`${history}.decision`]: {
          ...{ kind: 'replica_incomplete', clean: 7, head: 9, reason: 'clean_version_absent' },
        },
        [`${history}.recovery`]: { kind: 'serve_available_previous', version: 5 },
        [`${history}.serving_version`]: { version: 5, pinned_to_clean: true },
      },
      [],
    ],
    [
      'maintenance with a gap below the head, which explains nothing',
      {
        [`${history}.known_maintenance`]: { versions: [9], provenance: 'lance_history_verified' },
        [`${history}.decision`]: {
          ...{ kind: 'serve_known_descendant', version: 9, provenance: 'lance_history_verified' },
        },
        [`${history}.serving_version`]: { version: 9, pinned_to_clean: false },
      },
      ['head_decision_disagrees', 'serving_version_disagrees'],
    ],
    ...(
      [
        ['an older version that is later than clean', 9, [9], ['recovery', 'serving_version']],
        ['clean itself as the older version', 7, [9], ['recovery', 'serving_version']],
        ['an older version that is not here', 5, [3, 9], ['recovery', 'serving_version']],
      ] as const
    ).map(([what, version, here, findings]): [string, Changes, readonly string[]] => [
      what,
      {
        ...behind([...here]),
        [`${history}.recovery`]: { kind: 'serve_available_previous', version },
        [`${history}.serving_version`]: { version, pinned_to_clean: true },
      },
      findings.map((one) => `${one}_disagrees`),
    ]),
    [
      'hydration of another version than clean',
      { ...behind([]), [`${history}.recovery`]: { kind: 'hydrate_from_mirror', want: 3 } },
      ['recovery_disagrees'],
    ],
    [
      'hydration of clean',
      { ...behind([]), [`${history}.recovery`]: { kind: 'hydrate_from_mirror', want: 7 } },
      [],
    ],
    [
      'a later gate than the one that holds',
      { 'retention.hold': 'no_gc_authority' },
      ['retention_hold_disagrees'],
    ],
  ])('%s', (_, changes, findings) => expect(findingsOf(changes)).toEqual(findings));
});

describe('whose report it is, and of when', () => {
  it('is stale from the first millisecond past three heartbeats, by the store where it tells', () => {
    const report = reportOf();
    const kindAt = (ageMs: number) =>
      freshnessOf(report, { storedAgeMs: null, nowMs: published + ageMs }).kind;
    expect([0, 3 * heartbeatMs, 3 * heartbeatMs + 1].map(kindAt)).toEqual(['fresh', 'fresh', 'stale']);
    const nowMs = published + 3_600_000;
    expect(freshnessOf(report, { storedAgeMs: 1, nowMs }).kind).toBe('fresh');
    expect(freshnessOf(report, { storedAgeMs: 100_000, nowMs: published }).kind).toBe('stale');
  });

  it('of a heartbeat that is longer than an hour is stale as one of an hour', () => {
    const report = reportOf({ heartbeat_s: 1_000_000_000 });
    const kindAt = (ageMs: number) => freshnessOf(report, { storedAgeMs: ageMs, nowMs: published }).kind;
    expect([10_800_000, 10_800_001].map(kindAt)).toEqual(['fresh', 'stale']);
  });

  it('a clock far ahead proves nothing', () => {
    const times = { storedAgeMs: null, nowMs: published - 3 * heartbeatMs - 1 };
    expect(freshnessOf(reportOf(), times)).toEqual({ kind: 'stale', ageMs: null });
  });

  it.each<[string, Changes | null, boolean]>([
    ['nobody', null, false],
    ['itself, a beat later', { 'fence.seq': 49 }, false],
    ['another process of an earlier epoch', { 'fence.epoch': 11, instance_id: 'old' }, false],
    ['another process of the same epoch', { instance_id: 'rival' }, true],
    ['a later epoch', { 'fence.epoch': 13, instance_id: 'rival' }, true],
  ])('beside %s it is deposed: %s %s', (_, other, deposed) => {
    expect(isDeposed(reportOf(), other === null ? null : reportOf(other))).toBe(deposed);
  });

  it('a writer that knows it was deposed says so itself', () => {
    expect(isDeposed(reportOf({ 'fence.standing': 'deposed' }), null)).toBe(true);
  });
});

describe('the headline', () => {
  const nowMs = published;
  const fresh = { kind: 'fresh', ageMs: 0 } as const;
  const stale = { kind: 'stale', ageMs: 90_001 } as const;
  const headline = (changes: Changes) =>
    headlineOf({ reading: decodeReport(reportBytes(changes)), freshness: fresh, deposed: false, nowMs });
  const nothing = { serving: null, 'clocks.import.active': null };
  const failed = {
    ...{ state: 'failed', candidate: '50878254ac432864', generation: 7 },
    ...{ failed_at: '2026-01-01T00:00:00Z', error: { kind: 'source' } },
  };
  const incomplete = {
    'clocks.history.locally_available': [3],
    'clocks.history.decision': {
      ...{ kind: 'replica_incomplete', clean: 7, head: 9, reason: 'clean_version_absent' },
    },
    'clocks.history.serving_version': null,
  };
  const descendant = {
    'clocks.history.known_maintenance': { versions: [8, 9], provenance: 'caller_asserted' },
    'clocks.history.decision': { kind: 'serve_known_descendant', version: 9, provenance: 'caller_asserted' },
    'clocks.history.serving_version': { version: 9, pinned_to_clean: false },
  };

  it('G.5.75 a stale report never shows healthy, whatever it says', () => {
    const reading = decodeReport(reportBytes(healthy));
    const facts = { reading, deposed: false, nowMs };
    expect(headlineOf({ ...facts, freshness: fresh })).toBe('healthy');
    expect(headlineOf({ ...facts, freshness: stale })).toBe('stale');
    expect(headlineOf({ ...facts, freshness: null })).toBe('stale');
    expect(headlineOf({ ...facts, freshness: stale, deposed: true })).toBe('stale');
    expect(headlineOf({ ...facts, freshness: fresh, deposed: true })).toBe('deposed');
  });

  it('nothing there, and nothing readable', () => {
    const facts = { freshness: null, deposed: false, nowMs };
    const broken: ReportReading = { kind: 'unreadable', because: 'not_json', detail: '' };
    expect(headlineOf({ ...facts, reading: null })).toBe('no_report');
    expect(headlineOf({ ...facts, reading: broken })).toBe('unreadable');
    const invalid = decodeReport(reportBytes({ 'retention.collectable_count': 1 }));
    expect(headlineOf({ ...facts, freshness: fresh, reading: invalid })).toBe('unreadable');
  });

  it.each<[string, Changes]>([
    ['first_import', nothing],
    ['down', { ...nothing, operation: failed }],
    ['absent', { ...nothing, operation: { state: 'idle' } }],
    ['recovering', { ...incomplete, 'clocks.history.recovery': { kind: 'hydrate_from_mirror', want: 7 } }],
    [
      'degraded',
      { ...incomplete, 'clocks.history.recovery': { kind: 'serve_available_previous', version: 3 } },
    ],
    ['down', { ...incomplete, 'clocks.history.recovery': { kind: 'unserviceable' } }],
    ['disagrees', { ...incomplete, 'clocks.history.recovery': { kind: 'hydrate_from_mirror', want: 3 } }],
    [
      'disagrees',
      { ...incomplete, 'clocks.history.recovery': { kind: 'serve_available_previous', version: 9 } },
    ],
    ['down', { ...healthy, 'clocks.history.serving_version': null }],
    ['drift', {}],
    [
      'disagrees',
      {
        ...healthy,
        'clocks.history.known_maintenance': { versions: [], provenance: 'caller_asserted' },
        'retention.hold': 'no_gc_authority',
      },
    ],
    ['descendant_asserted', descendant],
    ['mirror_lagging', { ...healthy, 'clocks.replica.mirror.state': 'lagging' }],
    ['unfenced', { ...healthy, 'fence.standing': 'unfenced' }],
    ['healthy', { ...healthy, operation: failed }],
  ])('%s', (expected, changes) => expect(headline(changes)).toBe(expected));

  it('G.5.76 an acknowledgement of (7, 9) does not silence (7, 10), nor outlive its end', () => {
    const ack = (change: Record<string, ExactJson> = {}) => ({
      ...{ id: 'a', clean: 7, head: 9, reason: 'known', actor_label: 'op' },
      ...{ at: '2025-12-31T00:00:00Z', expires_at: '2026-01-01T00:00:01Z' },
      ...change,
    });
    const later = {
      'clocks.history.observed_head': 10,
      'clocks.history.decision': { kind: 'checkout_clean', clean: 7, head: 10 },
      acks: [ack()],
    };
    expect(headline({ acks: [ack()] })).toBe('drift_acknowledged');
    expect(headline(later)).toBe('drift');
    expect(headline({ acks: [ack({ clean: 6 })] })).toBe('drift');
    expect(headline({ acks: [ack({ expires_at: '2026-01-01T00:00:00Z' })] })).toBe('drift');
  });
});

describe('G.5.78 versions that no number of JSON holds, and detached ones, are rejected', () => {
  it.each([2n ** 53n, 2n ** 63n + 1n, 0, -1, 7.5])('%s', (version) => {
    const text = new TextDecoder().decode(reportBytes(healthy));
    const changed = text.replace('"observed_head":7', `"observed_head":${version}`);
    expect(changed).not.toBe(text);
    expect(decodeReport(new TextEncoder().encode(changed))).toMatchObject({ because: 'not_in_form' });
  });
});
