/** Plans over built histories: which versions go and in which group, who keeps the others, and what a plan costs (G.1, D9, D12). */
import { describe, expect, it } from 'vitest';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import {
  dayMs,
  entriesOf,
  groupsOf,
  history,
  keptBecause,
  putLease,
  putMarker,
  tagBody,
} from '@/lib/testing/plan-stage';
import { noFilters } from './cleanup-policy';
import { planCleanup } from './plan-cleanup';
import type { PlanProgress } from './plan-progress';
import { ManifestMemory } from './survey/manifest-memory';

const aged = (days: number) => ({ ...noFilters, olderThanMs: days * dayMs, youngGuardMs: 0 });
const readsOf = (stage: CleanupStage) => stage.calls.filter((call) => call.startsWith('get'));

describe('a plan', () => {
  it('takes what the policy lets go and nobody needs, and says of all else why it stays', async () => {
    const stage = await history(5);
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(2));
    expect(groupsOf(plan)).toEqual(['1 certain', '2 certain', '3 certain']);
    expect(entriesOf(stage, plan)).toEqual([
      ...[0, 1, 2].map((read) => `_transactions/${read}-t.txn`),
      ...[1n, 2n, 3n].map((version) => `data/${fileOf(version)}`),
    ]);
    expect(plan.kept.map(({ version }) => version).sort()).toEqual([4n, 5n]);
    expect(keptBecause(plan, 5n)?.[0]).toMatch(/^latest/);
    expect(keptBecause(plan, 4n)).toEqual(['policy last 2']);
    expect(plan.predicted).toEqual({ versions: 3, objects: 9, bytes: plan.most.bytes });
  });

  it('51. changes nothing', async () => {
    const stage = await history(4);
    const before = await stage.entries();
    stage.calls.length = 0;
    await planCleanup(stage.context, keeping(1));
    expect(await stage.entries()).toEqual(before);
    expect(stage.calls.filter((call) => !/^(get|getRange|head|list) /.test(call))).toEqual([]);
  });

  it('57. exact versions: the neighbours stay, and a number that is not there is told', async () => {
    const stage = await history(5);
    const plan = await planCleanup(stage.context, { ...noFilters, versions: [3n, 9n], youngGuardMs: 0 });
    expect(groupsOf(plan)).toEqual(['3 certain']);
    expect(keptBecause(plan, 2n)).toEqual(['policy not among the versions named']);
    expect(plan.observations.notes.join()).toMatch(/Not there: 9\./);
  });

  it('before a version: strictly lower ones, and together with other filters', async () => {
    const stage = await history(6);
    const before = { ...noFilters, beforeVersion: 4n, youngGuardMs: 0 };
    const plan = await planCleanup(stage.context, before);
    expect(groupsOf(plan)).toEqual(['1 certain', '2 certain', '3 certain']);
    expect(keptBecause(plan, 4n)).toEqual(['policy not below version 4']);
    const both = await planCleanup(stage.context, { ...before, retainVersions: 4 });
    expect(groupsOf(both)).toEqual(['1 certain', '2 certain']);
    // Whatever the number, the latest version stays.
    const all = await planCleanup(stage.context, { ...before, beforeVersion: 99n });
    expect(groupsOf(all)).not.toContain('6 certain');
    expect(groupsOf(all)).toHaveLength(5);
  });

  it('all filters must agree', async () => {
    const stage = await history(6);
    const plan = await planCleanup(stage.context, { ...aged(4), retainVersions: 2, versions: [1n, 3n, 5n] });
    expect(groupsOf(plan)).toEqual(['1 certain']);
    expect(keptBecause(plan, 3n)?.join()).toMatch(/^policy younger/);
  });

  it.each([
    [keeping(0), 'retainVersions'],
    [{ ...noFilters, versions: [] }, 'versions'],
    [{ ...noFilters, beforeVersion: 0n }, 'beforeVersion'],
    [noFilters, 'policy'],
    [keeping(1, { deleteUnverified: { attestation: ' ' } }), 'deleteUnverified'],
    [{ ...noFilters, olderThanMs: Number.NaN }, 'olderThanMs'],
    [keeping(1, { youngGuardMs: -1 }), 'youngGuardMs'],
  ])('58. a policy that is none is refused before any call: %#', async (policy, field) => {
    const stage = await history(1);
    stage.calls.length = 0;
    await expect(planCleanup(stage.context, policy)).rejects.toMatchObject({
      kind: 'invalid_input',
      details: { field },
    });
    expect(stage.calls).toEqual([]);
  });
});

describe('holders', () => {
  it.each([
    ['a count', keeping(1)],
    ['an age', aged(1)],
    ['a list', { ...noFilters, versions: [1n, 2n], youngGuardMs: 0 }],
    ['a number', { ...noFilters, beforeVersion: 3n, youngGuardMs: 0 }],
  ])('52. a tag on a version that %s selects refuses the plan, unless it may stay', async (_, policy) => {
    const stage = await history(4);
    await stage.put('_refs/tags/old.json', tagBody(2));
    await expect(planCleanup(stage.context, policy)).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ kind: 'tag', subject: 'old', version: '2' }] },
    });
    for (const more of [{ taggedVersions: 'keep' as const }, { keepTags: ['o*'] }]) {
      const plan = await planCleanup(stage.context, { ...policy, ...more });
      expect(groupsOf(plan)).not.toContain('2 certain');
      expect(groupsOf(plan)).toContain('1 certain');
      expect(keptBecause(plan, 2n)).toContain('tag old');
    }
  });

  it('52. a tag on a version that the policy keeps anyway refuses nothing', async () => {
    const stage = await history(4);
    await stage.put('_refs/tags/old.json', tagBody(2));
    const exact = { ...noFilters, versions: [1n], youngGuardMs: 0 };
    for (const policy of [exact, keeping(3), aged(3.5)]) {
      expect(groupsOf(await planCleanup(stage.context, policy))).toEqual(['1 certain']);
    }
  });

  it('D9 three groups: certain, held only by leases that are over, and retirements to resume', async () => {
    const stage = await history(6);
    await putLease(stage, 2n, 10_000);
    await putLease(stage, 3n, 10_000_000_000);
    stage.time.now += 60_000;
    await putMarker(stage, 4n, 'sealed');
    await putMarker(stage, 5n, 'draining');
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groupsOf(plan)).toEqual(['1 certain', '2 conditional', '4 resume']);
    expect(keptBecause(plan, 3n)?.[0]).toMatch(/^lease/);
    expect(keptBecause(plan, 5n)?.[0]).toMatch(/^retirement/);
    expect(plan.predicted.versions).toBe(1);
    expect(plan.most.versions).toBe(3);
    const uncertain = plan.objects.filter(({ certain }) => !certain).map(({ key }) => key.split('/').at(-1));
    expect(uncertain).toEqual(['1-t.txn', '3-t.txn', fileOf(2n), fileOf(4n)]);
  });

  it.each(['sealed', 'committed'] as const)(
    '46. a %s retirement resumes although the policy would keep it',
    async (kind) => {
      const stage = await history(4);
      await putMarker(stage, 3n, kind);
      for (const policy of [keeping(3), { ...noFilters, versions: [1n], youngGuardMs: 0 }]) {
        expect(groupsOf(await planCleanup(stage.context, policy))).toEqual(['1 certain', '3 resume']);
      }
    },
  );

  it('46. one whose manifest is gone is resumed for its markers alone', async () => {
    const stage = await history(4);
    await putMarker(stage, 3n, 'committed');
    const [entry] = (await stage.entries('_versions/')).filter((name) => name.endsWith('612.manifest'));
    await stage.bare.delete(stage.key(entry ?? ''));
    const plan = await planCleanup(stage.context, keeping(3));
    expect(plan.versions.find(({ version }) => version === 3n)).toEqual({
      version: 3n,
      group: 'resume',
      manifests: [],
    });
  });

  it('47. a sealed version with a lease stays', async () => {
    const stage = await history(4);
    await putLease(stage, 3n, 100_000_000);
    await putMarker(stage, 3n, 'sealed');
    const plan = await planCleanup(stage.context, keeping(3));
    expect(groupsOf(plan)).toEqual(['1 certain']);
    expect(keptBecause(plan, 3n)?.join()).toMatch(/lease/);
  });

  it('D12 the margin is added before an expiry is believed, and both times count', async () => {
    const stage = await cleanupStage();
    await stage.commit(1, 1, { committedAtMs: stage.time.now + 20 * dayMs });
    await stage.commit(2, 3);
    stage.time.now += 10 * dayMs;
    // Version 1 was stored 13 days ago, but states a time to come.
    const plan = await planCleanup(stage.context, aged(5));
    expect(groupsOf(plan)).toEqual(['2 certain']);
    expect(keptBecause(plan, 1n)?.join()).toMatch(/^policy younger/);
    await putLease(stage, 2n, 10_000);
    stage.time.now += 12_000;
    expect(groupsOf(await planCleanup(stage.context, aged(5)))).toEqual(['2 conditional']);
    expect(groupsOf(await planCleanup({ ...stage.context, clockMarginMs: 5_000 }, aged(5)))).toEqual([]);
  });

  it('D12 nothing stored less than an hour ago goes unless the plan says so', async () => {
    const stage = await history(3);
    stage.time.now += 1;
    for (const [sinceMs, reasons] of [
      [3_599_999, ['policy just stored']],
      [3_600_000, undefined],
    ] as const) {
      const third = Date.UTC(2030, 0, 3);
      await stage.put(`_refs/tags/t${sinceMs}.json`, tagBody(1));
      stage.time.now = third + sinceMs;
      const policy = keeping(1, { youngGuardMs: 3_600_000, versions: [2n, 3n] });
      await stage.putManifest({ version: BigInt(sinceMs) + 10n });
      expect(keptBecause(await planCleanup(stage.context, policy), 3n)).toEqual(reasons);
    }
  });

  it('D14 reasons from outside keep, and an answer that fails plans nothing', async () => {
    const stage = await history(3);
    const reason = {
      version: 1n,
      subject: 'replica a',
      holder: null,
      standing: 'unknown',
      since: null,
    } as const;
    const outsideReasons = async () => ({
      reasons: [{ ...reason, endsWhen: 'it is retired' }],
      unreadable: [],
    });
    const plan = await planCleanup({ ...stage.context, outsideReasons }, keeping(1));
    expect(groupsOf(plan)).toEqual(['2 certain']);
    const unreadable = async () => ({ reasons: [], unreadable: [{ subject: 'serving', version: null }] });
    const failing = async () => {
      throw new TypeError('socket');
    };
    for (const outside of [unreadable, failing]) {
      await expect(
        planCleanup({ ...stage.context, outsideReasons: outside }, keeping(1)),
      ).rejects.toMatchObject({ kind: 'refused', details: { reasons: [{ kind: 'unreadable' }] } });
    }
  });
});

describe('a manifest that goes while it is looked at', () => {
  it.each([
    [2n, 'planned'],
    [3n, 'unavailable'],
  ])('49. version %s: %s', async (version, result) => {
    const stage = await history(3);
    stage.beforeCalls(async (call) => {
      const name = `${String(2n ** 64n - 1n - version).padStart(20, '0')}.manifest`;
      if (call.verb !== 'list' && call.key.endsWith(name)) await stage.bare.delete(call.key);
    });
    const planned = await planCleanup(stage.context, keeping(2)).then(
      () => 'planned',
      (error: { kind: string }) => error.kind,
    );
    expect(planned).toBe(result);
  });
});

describe('cost', () => {
  async function longHistory(versions: number): Promise<CleanupStage> {
    const stage = await cleanupStage();
    for (let number = 1; number <= versions; number += 1) {
      await stage.putManifest({
        version: BigInt(number),
        committedAtMs: stage.time.now,
        fragments: [{ id: 0, files: [{ path: fileOf(BigInt(number)) }] }],
      });
    }
    stage.time.now += 30 * dayMs;
    stage.calls.length = 0;
    return stage;
  }

  it('10,000 versions are planned in reads of the 10 that stay, and again in reads of what is new', async () => {
    const stage = await longHistory(10_000);
    const first = await planCleanup(stage.context, keeping(10));
    expect(first.versions).toHaveLength(9_990);
    expect(first.observations.manifestsRead).toBe(10);
    // What remains are pages of the two looks at `_versions/`.
    expect(readsOf(stage)).toHaveLength(10);
    expect(stage.calls.length).toBeLessThanOrEqual(10 + 2 * 10 + 6);
    await stage.commit(10_001, 10_005);
    stage.calls.length = 0;
    await planCleanup(stage.context, keeping(10));
    expect(readsOf(stage)).toHaveLength(5);
  });

  it('a plan by age reads every time once, also where needs were forgotten since', async () => {
    const stage = await longHistory(300);
    const context = { ...stage.context, memory: new ManifestMemory({ keys: 100, times: 1_000 }) };
    expect(groupsOf(await planCleanup(context, aged(7)))).toHaveLength(299);
    expect(readsOf(stage).length).toBeGreaterThanOrEqual(299);
    stage.calls.length = 0;
    await planCleanup(context, aged(7));
    expect(readsOf(stage).length).toBeLessThanOrEqual(1);
  });

  it('says where it is, and stops when asked', async () => {
    const stage = await longHistory(250);
    const said: PlanProgress[] = [];
    await planCleanup(stage.context, aged(7), { onProgress: (progress) => said.push(progress) });
    expect([...new Set(said.map(({ step }) => step))]).toEqual([
      'survey',
      'clones',
      'branches',
      'ages',
      'kept',
      'objects',
    ]);
    expect(said.filter(({ step }) => step === 'ages').map(({ manifestsRead }) => manifestsRead)).toEqual([
      0, 100, 200,
    ]);
    const stop = new AbortController();
    const context = { ...stage.context, memory: new ManifestMemory(), signal: stop.signal };
    stage.calls.length = 0;
    const stopped = planCleanup(context, aged(7), {
      onProgress: ({ step }) => step === 'ages' && stop.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(readsOf(stage)).toEqual([]);
  });
});
