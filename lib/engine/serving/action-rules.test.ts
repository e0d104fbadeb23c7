/** Each guard of section F, open and closed, over the example report and what changes of it. */
import { describe, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { decidePin, refuseAction } from './action-rules';
import type { Intent } from './intent-schema';
import { decodeReport } from './report-rules';

type Changes = Readonly<Record<string, ExactJson>>;
const nowMs = Date.UTC(2026, 0, 1);
const active = 'a4f93eb5d7676df5';
const other = '50878254ac432864';
const candidate = { candidate: other, generation: 7 };
const importing: Changes = {
  operation: { state: 'importing', ...candidate, started_at: '2026-01-01T00:00:00Z', step: 'build' },
};
const failedBy = (kind: string): Changes => ({
  operation: { state: 'failed', ...candidate, failed_at: '2026-01-01T00:00:00Z', error: { kind } },
});
const pair: Changes = {
  'serving.previous': other,
  'clocks.import.previous': { import_id: other, identity: null },
};
const nothing: Changes = { serving: null, 'clocks.import.active': null };
const identity = {
  ...{ layout_abi: 2, set_id: 'berlin', family: 'osm-lance', source_id: 'berlin-260901' },
  ...{ manifest_sha256: 'a'.repeat(64), writer_abi: 1 },
};
const wished: Changes = { 'clocks.import.desired': { import_id: other, identity } };
const drift: Changes = { operation: { state: 'idle' } };
const incomplete = (recovery: ExactJson): Changes => ({
  'clocks.history.locally_available': [],
  'clocks.history.serving_version': null,
  'clocks.history.observed_head': 7,
  'clocks.history.decision': {
    ...{ kind: 'replica_incomplete', clean: 7, head: 7, reason: 'clean_version_absent' },
  },
  'clocks.history.recovery': recovery,
});

function refusalOf(action: string, params: Intent['params'], changes: Changes): string | null {
  const reading = decodeReport(reportBytes({ ...healthy, ...changes }));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  const intent: Intent = {
    ...{ schema: 'lance-serving-intent/1', id: 'one', action, actor_label: 'op', reason: 'known', params },
    ...{ at: '2026-01-01T00:00:00Z' },
    expected: { epoch: 12, generation: null, active, clean: 7, head: 7 },
  };
  return refuseAction(intent, reading.report, nowMs);
}

const week = { grace_until: '2026-01-08T00:00:00Z' };
describe('F, every action', () => {
  it.each<[string, Intent['params'], Changes]>([
    ['pin_clean', {}, {}],
    ['pin_clean', { tag: 'release-1' }, {}],
    ['unpin', { tag: `clean-${other}` }, {}],
    ['ack_drift', { expires_at: '2026-01-02T00:00:00Z' }, { ...drift, ...driftHistory() }],
    ['rollback', {}, pair],
    ['rollback', {}, { ...pair, ...failedBy('source') }],
    ['rerun_import', {}, wished],
    ['rerun_import', { supersede: true }, { ...wished, ...importing }],
    ['cancel', {}, importing],
    ['dismiss_failure', {}, failedBy('source')],
    ['hydrate', {}, incomplete({ kind: 'hydrate_from_mirror', want: 7 })],
    ['retry_mirror', {}, { 'clocks.replica.mirror.state': 'lagging' }],
    ['retry_mirror', {}, failedBy('s3_publication')],
    ['set_retention', week, {}],
    ['assert_maintenance', { versions: [9, 8] }, driftHistory()],
    ['retract', {}, {}],
    ['something of the process', {}, {}],
  ])('%s with %o is open', (action, params, changes) => {
    expect(refusalOf(action, params, changes)).toBeNull();
  });

  it.each<[string, Intent['params'], Changes, RegExp]>([
    ['pin_clean', {}, nothing, /nothing is served/],
    ['pin_clean', {}, { 'seals.active': 'missing' }, /seal is missing/],
    ['pin_clean', {}, { 'seals.active': 'mismatch' }, /seal is mismatch/],
    ['pin_clean', {}, unknownClean(), /which version is clean/],
    ['pin_clean', { tag: '.hidden' }, {}, /form/],
    ['pin_clean', { tag: 'a..b' }, {}, /form/],
    ['pin_clean', { tag: 'a.lock' }, {}, /form/],
    ['pin_clean', { tag: 'a/b' }, {}, /form/],
    ['unpin', {}, {}, /form/],
    ['unpin', { tag: 'release-1' }, {}, /begin with clean-/],
    ['unpin', { tag: `clean-${active}` }, {}, /active or previous/],
    ['unpin', { tag: `clean-${other}` }, pair, /active or previous/],
    ['ack_drift', { expires_at: '2026-01-02T00:00:00Z' }, {}, /no drift/],
    ['ack_drift', { expires_at: '2026-01-01T00:00:00Z' }, driftHistory(), /ended already/],
    ['ack_drift', {}, driftHistory(), /form/],
    ['rollback', {}, {}, /no previous/],
    ['rollback', {}, { ...pair, ...importing }, /in flight/],
    ['rerun_import', {}, {}, /identity/],
    ['rerun_import', {}, { ...wished, ...importing }, /in flight/],
    ['rerun_import', {}, { ...wished, ...failedBy('identity_conflict') }, /conflict/],
    ['cancel', {}, {}, /no import/],
    ['dismiss_failure', {}, {}, /nothing has failed/],
    ['hydrate', {}, {}, /nothing to hydrate/],
    ['hydrate', {}, incomplete({ kind: 'unserviceable' }), /nothing to hydrate/],
    ['retry_mirror', {}, {}, /not behind/],
    ['retry_mirror', {}, failedBy('source'), /not behind/],
    ['set_retention', { grace_until: '2026-01-07T23:59:59Z' }, {}, /seven days/],
    ['set_retention', {}, {}, /form/],
    ['assert_maintenance', { versions: [9] }, driftHistory(), /version 8 is not listed/],
    ['assert_maintenance', { versions: [8, 9] }, {}, /later than clean/],
    [
      'assert_maintenance',
      { versions: [8, 9] },
      { ...driftHistory(), 'clocks.history.locally_available': [7] },
      /head is not here/,
    ],
    ['retract', {}, nothing, /nothing is served/],
    ['retract', {}, importing, /in flight/],
  ])('%s with %o is refused over %o', (action, params, changes, because) => {
    expect(refusalOf(action, params, changes)).toMatch(because);
  });
});

describe('G.5.77 a pin of a tag', () => {
  it('is made once, is done where it is there, and refuses one at another version', () => {
    expect(decidePin(null, 7n)).toEqual({ kind: 'create' });
    expect(decidePin(7n, 7n)).toEqual({ kind: 'done' });
    expect(decidePin(8n, 7n)).toMatchObject({ kind: 'refuse', because: expect.stringContaining('8') });
  });
});

function driftHistory(): Changes {
  return {
    'clocks.history.observed_head': 9,
    'clocks.history.decision': { kind: 'checkout_clean', clean: 7, head: 9 },
    'clocks.history.serving_version': { version: 7, pinned_to_clean: true },
  };
}

function unknownClean(): Changes {
  return {
    'clocks.history.clean_version': null,
    'clocks.history.decision': null,
    'clocks.history.serving_version': null,
  };
}
