/** Which actions the page refuses to ask for, and why: one row for each guard, and beside it what may be asked. */
import { describe, expect, it } from 'vitest';
import type { ServingAction } from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import { askingBlocked } from './asking-rules';
import { askingQuestion, requestOf } from './replica-questions';

const wished = { importId: '50878254ac432864', identity: { sourceId: 'two' } };
const conflict = { kind: 'identity_conflict', message: null };
const idle = { state: 'idle', candidate: null, generation: null, error: null };
const importing = { state: 'importing', candidate: wished.importId, generation: 7, error: null };
const failed = (kind: string) => ({
  ...{ state: 'failed', candidate: wished.importId, generation: 7, error: { kind, message: null } },
});

interface Facts {
  readonly operation?: object;
  readonly previous?: string | null;
  readonly serving?: null;
  readonly desired?: object | null;
  readonly recovery?: string | null;
  readonly mirror?: string;
  readonly lastFailure?: object | null;
}

function replica(facts: Facts = {}): ReplicaDetail {
  const { operation = idle, previous = null, desired = wished, recovery = null } = facts;
  const { mirror = 'current', lastFailure = null } = facts;
  return {
    ...{ replica: 'eu-1', believed: true, key: 'k', confidence: 'fresh', verdict: 'healthy', operation },
    report: {
      serving: facts.serving === null ? null : { active: 'a4f93eb5d7676df5', previous },
      ...{ imports: { desired }, copy: { mirror: { state: mirror } }, lastFailure },
      recovery: recovery === null ? null : { kind: recovery, version: null },
    },
  } as unknown as ReplicaDetail;
}

describe('is refused', () => {
  it.each<[ServingAction, string, Facts, RegExp]>([
    ['hydrate', 'without a recovery', {}, /No recovery/],
    ['hydrate', 'where no mirror helps', { recovery: 'unserviceable' }, /No recovery/],
    ['hydrate', 'where an older one is served', { recovery: 'serve_available_previous' }, /No recovery/],
    ['retry_mirror', 'that does not lag', {}, /does not lag/],
    ['retry_mirror', 'after another failure', { operation: failed('source') }, /does not lag/],
    ['rollback', 'without a previous import', {}, /no previous/],
    ['rollback', 'during an import', { previous: 'p', operation: importing }, /in flight/],
    ['rerun_import', 'without a wish', { desired: null }, /known identity/],
    ['rerun_import', 'without an identity', { desired: { ...wished, identity: null } }, /known identity/],
    ['rerun_import', 'after a conflict', { operation: failed('identity_conflict') }, /never retried/],
    [
      'rerun_import',
      'after a conflict that was dismissed',
      { lastFailure: { ...conflict, candidate: wished.importId } },
      /never retried/,
    ],
    ['cancel', 'while idle', {}, /No import is in flight/],
    ['cancel', 'after a failure', { operation: failed('source') }, /No import is in flight/],
    ['dismiss_failure', 'while idle', {}, /No import has failed/],
    ['retract', 'where nothing is served', { serving: null }, /Nothing is served/],
    ['retract', 'during an import', { operation: importing }, /in flight/],
  ])('%s %s', (action, _, facts, words) => {
    expect(askingBlocked(replica(facts), action)).toMatch(words);
  });
});

describe('may be asked', () => {
  it.each<[ServingAction, string, Facts]>([
    ['hydrate', 'where the mirror has it', { recovery: 'hydrate_from_mirror' }],
    ['retry_mirror', 'that lags', { mirror: 'lagging' }],
    ['retry_mirror', 'after its own failure', { operation: failed('s3_publication') }],
    ['rollback', 'to a previous import', { previous: 'p' }],
    ['rollback', 'after a failed import', { previous: 'p', operation: failed('source') }],
    ['rerun_import', 'of what was wished for', {}],
    ['rerun_import', 'beside one in flight, which is superseded', { operation: importing }],
    ['rerun_import', 'after another failure', { operation: failed('source') }],
    [
      'rerun_import',
      'after a conflict of another import',
      { lastFailure: { ...conflict, candidate: '0'.repeat(16) } },
    ],
    ['cancel', 'during an import', { operation: importing }],
    ['dismiss_failure', 'after one', { operation: failed('source') }],
    ['retract', 'what is served', {}],
  ])('%s %s', (action, _, facts) => expect(askingBlocked(replica(facts), action)).toBeNull());
});

describe('what a dialog says', () => {
  const says = (action: ServingAction) => askingQuestion(action, replica()).consequences.join(' ');

  it('hydrate claims neither a place aside nor a look for space', () => {
    expect(says('hydrate')).toMatch(/file by file into its place/);
    expect(says('hydrate')).toMatch(/Nobody checks first whether there is space/);
    expect(says('hydrate')).not.toMatch(/aside/);
  });

  it('pin warns of cleanups that fail while old versions are tagged', () => {
    expect(says('pin_clean')).toMatch(/cleanup fails unless/);
  });

  it('unpin wants the name of the tag once more', () => {
    expect(askingQuestion('unpin', replica()).typedName).toMatchObject({ field: 'tag' });
  });

  it.each([
    ['', undefined],
    [' 5, 7 ', ['5', '7']],
    ['none', []],
  ])('versions to keep, %o, are asked for as %o', (keep, keepVersions) => {
    const request = requestOf('set_retention', { fields: { days: '8', keep } }, 0, replica());
    expect(request).toEqual({
      ...{ action: 'set_retention', graceUntil: '1970-01-09T00:00:00.000Z' },
      ...(keepVersions === undefined ? {} : { keepVersions }),
    });
  });

  it.each(['v5', '0', '5;7'])('%s is no list of versions', (text) => {
    const keep = askingQuestion('set_retention', replica()).fields?.find(({ id }) => id === 'keep');
    expect(keep?.wrong?.(text)).toMatch(/is no version/);
    expect(keep?.wrong?.('5, 7')).toBeNull();
  });
});
