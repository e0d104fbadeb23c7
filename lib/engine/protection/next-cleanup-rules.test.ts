/** Why the next cleanup would free nothing: the first thing that stops it, in the order a cleanup meets them (5.4). */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { indexHolders } from './holder-rules';
import { explainNextCleanup, type NextCleanupFacts } from './next-cleanup-rules';
import type { HolderFacts, VersionFact } from './protection-facts';
import { type EffectivePolicy, noPolicy } from './retention-policy';

const day = 86_400_000;
const now = storageInstant(100 * day);
const at = storageInstant;
const version = (number: bigint, storedAt = day): VersionFact => ({
  ...{
    version: number,
    storedAt: at(storedAt),
    detached: false,
    read: 'read',
    committedAtMs: storedAt,
    flagReasons: [],
  },
});
const policy: EffectivePolicy = {
  ...{
    source: 'auto_cleanup',
    olderThan: '14days',
    olderThanMs: 14 * day,
    retainVersions: null,
    keepTags: [],
    unknownBecause: null,
  },
};
const released = { runs: 'at every 20th version' };
const counted = { reclaimableBytes: 500, orphanedBytes: 0, unverifiedBytes: 7, needsKnown: true };
const tag = {
  name: 'release',
  branch: null,
  version: 1n,
  storedAt: at(5),
  visibility: 'visible',
  branchKnown: true,
} as const;
const lease = {
  id: 'a'.repeat(32),
  version: 1n,
  ttlMicros: 60_000_000n,
  storedAt: now,
  listedAt: now,
  holder: null,
};
const pin = { name: 'exp', version: 1n, storedAt: at(5), evidence: 'identifier' } as const;
const sealed = {
  ...{
    namespace: 'main',
    version: 1n,
    markerOperationId: 'a',
    marker: 'sealed',
    key: 'k',
    storedAt: at(0),
    manifests: 'present',
  },
} as const;

function explain(
  holders: Partial<HolderFacts> = {},
  facts: Partial<NextCleanupFacts> = {},
  inForce: EffectivePolicy = policy,
) {
  const versions = [version(3n, 99 * day), version(2n, 98 * day), version(1n)];
  return explainNextCleanup({
    page: { versions, latest: 3n, newerThanPage: 0 },
    versionsInFull: true,
    holders: indexHolders({
      ...{
        branch: null,
        namespace: 'main',
        tags: [],
        pins: [],
        leases: [],
        markers: [],
        intents: [],
        states: [],
      },
      ...{ operations: new Map(), outside: [], unreadable: [], refusals: [], storeTime: now },
      ...holders,
    }),
    cleaner: { policy: inForce, autoCleanup: null, releasedWriter: null, youngGuardMs: 0 },
    released,
    storage: counted,
    ...facts,
  });
}
const young = {
  page: { versions: [version(3n, 99 * day), version(2n, 98 * day)], latest: 3n, newerThanPage: 0 },
};

describe('the first thing that stops it', () => {
  it.each([
    ['no policy', {}, { released: null }, noPolicy, 'no_policy'],
    ['a wrong value', {}, {}, { ...policy, unknownBecause: 'older_than is "soon"' }, 'refuses'],
    ['an unknown flag', { refusals: ['unknown feature flag 1024'] }, {}, policy, 'refuses'],
    [
      'evidence that cannot be read',
      { unreadable: [{ subject: 'a lease', version: null }] },
      { released: null },
      policy,
      'refuses',
    ],
    [
      'nothing old enough',
      {},
      { ...young, storage: { ...counted, unverifiedBytes: 0 } },
      policy,
      'nothing_selected',
    ],
    ['only the 7 days', {}, young, policy, 'guard_7_days'],
    ['an old tag', { tags: [tag] }, {}, policy, 'old_tag_fails'],
    [
      'an old tag, our own cleanup',
      { tags: [tag] },
      { released: null, storage: { ...counted, unverifiedBytes: 0 } },
      policy,
      'held',
    ],
    ['a lease, our own cleanup', { leases: [lease] }, { released: null }, policy, 'held'],
    ['a lease, released cleanup', { leases: [lease] }, {}, policy, 'frees'],
    ['a branch', { pins: [pin] }, {}, policy, 'held'],
    ['no time', { storeTime: null }, {}, policy, 'unknown'],
    ['a page only', {}, { ...young, versionsInFull: false }, policy, 'unknown'],
    ['not counted', {}, { storage: null }, policy, 'unknown'],
    ['manifests not read', {}, { storage: { ...counted, needsKnown: false } }, policy, 'unknown'],
    ['nothing', {}, {}, policy, 'frees'],
    ['only orphans', {}, { ...young, storage: { ...counted, orphanedBytes: 9 } }, policy, 'frees'],
    ['an abandoned seal, our own cleanup', { markers: [sealed] }, { released: null }, policy, 'frees'],
  ] as [string, Partial<HolderFacts>, Partial<NextCleanupFacts>, EffectivePolicy, string][])(
    '%s',
    (_, holders, facts, inForce, verdict) => {
      const answer = explain(holders, facts, inForce);
      expect(answer.verdict).toBe(verdict);
      expect(answer.sentence).toMatch(/^[A-Z].*\.$/);
      expect(answer.steps.filter((step) => step.stops)).toHaveLength(verdict === 'frees' ? 0 : 1);
      const stop = answer.steps.find((step) => step.stops);
      if (verdict === 'nothing_selected') expect(stop?.step).toBe('Selection');
      else if (verdict !== 'frees') expect(stop).toBe(answer.steps.at(-1));
    },
  );

  it('counts what it selects, keeps and frees, and says what a released cleaner overlooks', () => {
    expect(explain()).toMatchObject({ selected: 1, kept: 0, freesBytes: 500 });
    const overlooked = explain({ leases: [lease] });
    expect(overlooked.steps.find((step) => step.step === 'Holders')?.result).toBe(
      '0 versions kept; 1 held only by what released cleanup overlooks',
    );
    expect(explain({ tags: [tag] }).sentence).toBe(
      'Tag release holds version 1, which is old enough to go: released cleanup fails on that and frees nothing.',
    );
    expect(explain({}, young)).toMatchObject({ selected: 0, kept: 0, freesBytes: 0 });
  });
});
