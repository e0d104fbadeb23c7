/** The head, detached and unread versions, and the policy window: by place, by age on both times, by tag. */
import { describe, expect, it } from 'vitest';
import {
  at,
  cleaner,
  day,
  explain,
  holders,
  lease,
  marker,
  now,
  old,
  policy,
  tag,
  version,
} from '@/lib/testing/protection-builders';
import { indexHolders } from './holder-rules';
import type { VersionFact } from './protection-facts';
import { explainVersions } from './protection-rules';
import { noPolicy } from './retention-policy';

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
