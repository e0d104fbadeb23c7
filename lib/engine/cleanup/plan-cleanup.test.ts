/** Plans over built histories: what goes, what stays and why, what is refused, what a plan costs (G, D7 to D14). */
import { describe, expect, it } from 'vitest';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { formatMarkerName } from '@/lib/engine/retirement/marker-names';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import type { CleanupPlan } from './cleanup-plan';
import { noFilters } from './cleanup-policy';
import { planCleanup } from './plan-cleanup';
import { isIntact, planHash } from './plan-hash';

const dayMs = 86_400_000;
const groups = (plan: CleanupPlan) => plan.versions.map(({ version, group }) => `${version} ${group}`);
const entries = (stage: CleanupStage, plan: CleanupPlan) =>
  plan.objects.map(({ key }) => key.slice(stage.root.key.length + 1));
const keptBecause = (plan: CleanupPlan, version: bigint) =>
  plan.kept
    .find((one) => one.version === version)
    ?.protections.map(({ kind, subject }) => `${kind} ${subject}`);
const tag = (version: number, extra = '') => `{"branch":null,"version":${version},"manifestSize":1${extra}}`;
async function history(versions: number): Promise<CleanupStage> {
  const stage = await cleanupStage();
  await stage.commit(1, versions);
  return stage;
}
async function lease(stage: CleanupStage, version: bigint, ttlMs: number): Promise<void> {
  const ttlMicros = BigInt(ttlMs) * 1_000n;
  await stage.put(
    formatLeaseName({ namespace: 'main', version, ttlMicros, id: 'e'.repeat(32) }),
    new Uint8Array(),
  );
}
async function marker(
  stage: CleanupStage,
  version: bigint,
  kind: 'draining' | 'sealed' | 'committed',
): Promise<void> {
  const name = formatMarkerName({
    namespace: 'main',
    version,
    markerOperationId: 'f'.repeat(32),
    marker: kind,
  });
  const path = `${stage.root.path}/_versions/${String(2n ** 64n - 1n - version).padStart(20, '0')}.manifest`;
  await stage.put(name, encodeMarkerRecord([path]));
}

describe('a plan', () => {
  it('takes what the policy lets go and nobody needs, and says of all else why it stays', async () => {
    const stage = await history(5);
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(2));
    expect(groups(plan)).toEqual(['1 certain', '2 certain', '3 certain']);
    expect(entries(stage, plan)).toEqual([
      ...[0, 1, 2].map((read) => `_transactions/${read}-t.txn`),
      ...[1n, 2n, 3n].map((version) => `data/${fileOf(version)}`),
    ]);
    expect(plan.kept.map(({ version }) => version).sort()).toEqual([4n, 5n]);
    expect(keptBecause(plan, 5n)?.[0]).toMatch(/^latest/);
    expect(plan.predicted).toEqual({ versions: 3, objects: 9, bytes: plan.most.bytes });
    expect(isIntact(plan)).toBe(true);
    expect(planHash({ ...plan, latest: 6n })).not.toBe(plan.hash);
  });

  it('51. changes nothing', async () => {
    const stage = await history(4);
    const before = await stage.entries();
    stage.calls.length = 0;
    await planCleanup(stage.context, keeping(1));
    expect(await stage.entries()).toEqual(before);
    expect(stage.calls.filter((call) => !/^(get|getRange|head|list) /.test(call))).toEqual([]);
  });

  it('57. exact versions: the neighbours stay', async () => {
    const stage = await history(5);
    const plan = await planCleanup(stage.context, { ...noFilters, versions: [3n], youngGuardMs: 0 });
    expect(groups(plan)).toEqual(['3 certain']);
    expect(keptBecause(plan, 2n)).toEqual(['policy not among the versions named']);
  });

  it.each([
    [keeping(0), 'retainVersions'],
    [{ ...noFilters, versions: [] }, 'versions'],
    [noFilters, 'policy'],
    [keeping(1, { deleteUnverified: { attestation: ' ' } }), 'deleteUnverified'],
    [{ ...noFilters, olderThanMs: Number.NaN }, 'olderThanMs'],
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
  it('52. a tag on a selected version refuses the plan, unless it may stay', async () => {
    const stage = await history(4);
    await stage.put('_refs/tags/old.json', tag(2));
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ kind: 'tag', subject: 'old', version: '2' }] },
    });
    for (const policy of [keeping(1, { taggedVersions: 'keep' }), keeping(1, { keepTags: ['o*'] })]) {
      const plan = await planCleanup(stage.context, policy);
      expect(groups(plan)).toEqual(['1 certain', '3 certain']);
      expect(keptBecause(plan, 2n)).toContain('tag old');
    }
    expect(
      groups(await planCleanup(stage.context, { ...noFilters, versions: [1n], youngGuardMs: 0 })),
    ).toEqual(['1 certain']);
  });

  it('D9 three groups: certain, held only by leases that are over, and retirements to resume', async () => {
    const stage = await history(6);
    await lease(stage, 2n, 10_000);
    await lease(stage, 3n, 10_000_000_000);
    stage.time.now += 60_000;
    await marker(stage, 4n, 'sealed');
    await marker(stage, 5n, 'draining');
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groups(plan)).toEqual(['1 certain', '2 conditional', '4 resume']);
    expect(keptBecause(plan, 3n)?.[0]).toMatch(/^lease/);
    expect(keptBecause(plan, 5n)?.[0]).toMatch(/^retirement/);
    expect(plan.predicted.versions).toBe(1);
    expect(plan.most.versions).toBe(3);
    const uncertain = plan.objects.filter(({ certain }) => !certain).map(({ key }) => key.split('/').at(-1));
    expect(uncertain).toEqual(['1-t.txn', '3-t.txn', fileOf(2n), fileOf(4n)]);
  });

  it('46. a sealed retirement resumes although the policy would keep it', async () => {
    const stage = await history(4);
    await marker(stage, 3n, 'sealed');
    expect(groups(await planCleanup(stage.context, keeping(3)))).toEqual(['1 certain', '3 resume']);
  });

  it('47. a sealed version with a lease stays', async () => {
    const stage = await history(4);
    await lease(stage, 3n, 100_000_000);
    await marker(stage, 3n, 'sealed');
    const plan = await planCleanup(stage.context, keeping(3));
    expect(groups(plan)).toEqual(['1 certain']);
    expect(keptBecause(plan, 3n)?.join()).toMatch(/lease/);
  });

  it('D12 the margin is added before an expiry is believed, and both times count', async () => {
    const stage = await cleanupStage();
    await stage.commit(1, 1, { committedAtMs: stage.time.now + 20 * dayMs });
    await stage.commit(2, 3);
    const policy = { ...noFilters, olderThanMs: 5 * dayMs, youngGuardMs: 0 };
    stage.time.now += 10 * dayMs;
    // Version 1 was stored 13 days ago, but states a time to come.
    expect(groups(await planCleanup(stage.context, policy))).toEqual(['2 certain']);
    await lease(stage, 2n, 10_000);
    stage.time.now += 12_000;
    expect(groups(await planCleanup(stage.context, policy))).toEqual(['2 conditional']);
    expect(groups(await planCleanup({ ...stage.context, clockMarginMs: 5_000 }, policy))).toEqual([]);
  });

  it('D12 nothing stored less than an hour ago goes unless the plan says so', async () => {
    const stage = await history(3);
    stage.time.now -= dayMs;
    const plan = await planCleanup(stage.context, keeping(1, { youngGuardMs: 3_600_000 }));
    expect(groups(plan)).toEqual(['1 certain', '2 certain']);
    await stage.commit(4, 4);
    stage.time.now -= dayMs - 1_800_000;
    expect(
      keptBecause(await planCleanup(stage.context, keeping(1, { youngGuardMs: 2 * dayMs })), 3n),
    ).toEqual(['policy just stored']);
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
    expect(groups(plan)).toEqual(['2 certain']);
    const unreadable = async () => ({ reasons: [], unreadable: [{ subject: 'serving', version: null }] });
    await expect(
      planCleanup({ ...stage.context, outsideReasons: unreadable }, keeping(1)),
    ).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('files', () => {
  it('53. files that no manifest mentions stay for 7 days, unless somebody attests', async () => {
    const stage = await history(3);
    await stage.put('data/orphan.lance');
    expect(entries(stage, await planCleanup(stage.context, keeping(3)))).toEqual([]);
    const attested = keeping(3, { deleteUnverified: { attestation: 'no writer runs' } });
    expect(entries(stage, await planCleanup(stage.context, attested))).toEqual(['data/orphan.lance']);
    stage.time.now += 7 * dayMs;
    expect(entries(stage, await planCleanup(stage.context, keeping(3)))).toEqual([]);
    stage.time.now += 1;
    const [orphan] = (await planCleanup(stage.context, keeping(3))).objects;
    expect(orphan).toMatchObject({ because: 'unverified', certain: true, class: 'data' });
  });

  it('54. an old index goes by its id, also a young one that a planned version mentions', async () => {
    const stage = await cleanupStage();
    const uuid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
    await stage.put(`_indices/${uuid('a')}/index.idx`);
    await stage.put(`_indices/${uuid('a')}/partial/x`);
    await stage.commit(1, 1, { indices: [{ uuid: uuid('a') }] });
    await stage.put(`_indices/${uuid('b')}/index.idx`);
    await stage.put(`_indices/${uuid('c')}/index.idx`);
    await stage.commit(2, 2, { indices: [{ uuid: uuid('b') }] });
    const plan = await planCleanup(stage.context, keeping(1));
    expect(entries(stage, plan).filter((entry) => entry.startsWith('_indices'))).toEqual([
      `_indices/${uuid('a')}/index.idx`,
      `_indices/${uuid('a')}/partial/x`,
    ]);
  });

  it('55. blob sidecars follow their data file, odd layouts stay', async () => {
    const stage = await history(2);
    for (const entry of ['v1/a.blob', 'v2/a.blob', 'v1/deep/a.blob', 'gone/a.blob', 'loose.blob']) {
      await stage.put(`data/${entry}`);
    }
    expect(entries(stage, await planCleanup(stage.context, keeping(1)))).toEqual([
      '_transactions/0-t.txn',
      'data/v1.lance',
      'data/v1/a.blob',
    ]);
  });

  it('56. overlay files are needed like data files', async () => {
    const stage = await cleanupStage();
    await stage.put('data/over.lance');
    const fragment = { id: 0, files: [{ path: 'shared.lance' }], overlays: [{ path: 'over.lance' }] };
    await stage.commit(1, 2);
    await stage.putManifest({ version: 3n, fragments: [fragment] });
    stage.time.now += 30 * dayMs;
    expect(entries(stage, await planCleanup(stage.context, keeping(1)))).not.toContain('data/over.lance');
  });

  it('60. an old tag does not hide newer orphans', async () => {
    const stage = await history(1);
    await stage.put('_refs/tags/old.json', tag(1));
    await stage.commit(2, 3);
    await stage.put('data/orphan.lance');
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1, { taggedVersions: 'keep' }));
    expect(entries(stage, plan)).toContain('data/orphan.lance');
  });

  it('63. detached manifests and their files stay', async () => {
    const stage = await history(2);
    const version = 0x8000_0000_0000_0007n;
    await stage.put('data/detached.lance');
    const fragments = [{ id: 0, files: [{ path: 'detached.lance' }] }];
    await stage.put(`_versions/d${version}.manifest`, manifestBytes({ version, fragments }));
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1));
    expect(entries(stage, plan)).not.toContain('data/detached.lance');
    expect(plan.kept.map((one) => one.version)).toContain(version);
  });

  it('never touches what it does not know', async () => {
    const stage = await history(1);
    for (const entry of [
      '_mem_wal/a/wal/1.arrow',
      '_blobs/a.blob',
      'notes.txt',
      'data/readme.md',
      '_deletions/x.tmp',
    ]) {
      await stage.put(entry);
    }
    stage.time.now += 30 * dayMs;
    expect((await planCleanup(stage.context, keeping(1))).objects).toEqual([]);
  });
});

describe('branches and clones', () => {
  const forked = (path: string) => ({
    version: 2n,
    branch: 'exp',
    basePaths: [{ id: 1, name: null, isDatasetRoot: true, path }],
    fragments: [{ id: 0, files: [{ path: 'v2.lance', baseId: 1 }] }],
  });
  const branch = (identifier: string) =>
    `{"parentBranch":null,${identifier}"parentVersion":2,"createAt":1234567890,"manifestSize":1}`;

  it.each([
    ['61. a legacy branch without identifier protects its parent', branch('')],
    ['62. a branch that spells the place otherwise still protects', null],
  ])('%s', async (_, reference) => {
    const stage = await history(4);
    const place = `memory:///${stage.root.path}/`;
    const uri = stage.bare.uri;
    await stage.putManifest(forked(`${uri.replace(/\/$/, '')}/${stage.root.key}//`), 'tree/exp/');
    if (reference !== null) await stage.put('_refs/branches/exp.json', reference);
    stage.time.now += 30 * dayMs;
    const plan = await planCleanup(stage.context, keeping(1));
    expect(groups(plan), place).toEqual(['1 certain', '3 certain']);
    expect(entries(stage, plan)).not.toContain('data/v2.lance');
    expect(entries(stage, plan)).not.toContain('_transactions/1-t.txn');
  });

  it('D13 a clone in another dataset pins its files and its version, and one that cannot be read refuses', async () => {
    const stage = await history(4);
    const elsewhere = openMemoryStore({ now: () => stage.time.now });
    const place = `${stage.bare.uri.replace(/\/$/, '')}/${stage.root.key}`;
    const key = 'copy/_versions/18446744073709551613.manifest';
    await elsewhere.create(key, manifestBytes(forked(place)));
    const otherDatasets = async () => [{ store: elsewhere, root: 'copy' }];
    const plan = await planCleanup({ ...stage.context, otherDatasets }, keeping(1));
    expect(groups(plan)).toEqual(['1 certain', '3 certain']);
    expect(keptBecause(plan, 2n)?.join()).toMatch(/outside clone .*copy/);
    expect(plan.observations.datasetsSearchedForClones).toBe(1);
    await elsewhere.create('copy/_versions/18446744073709551612.manifest', new Uint8Array([1]));
    await expect(planCleanup({ ...stage.context, otherDatasets }, keeping(1))).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ kind: 'clone' }] },
    });
  });
});

describe('what is refused', () => {
  it('64. an unknown flag of any manifest that stays', async () => {
    const stage = await history(2);
    await stage.putManifest({ version: 3n, readerFlags: 4_096n });
    await stage.commit(4, 4);
    await expect(planCleanup(stage.context, keeping(2))).rejects.toMatchObject({ kind: 'unsupported' });
  });
  it('D7 a manifest that states another version', async () => {
    const stage = await history(2);
    await stage.put('_versions/18446744073709551612.manifest', manifestBytes({ version: 9n }));
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind: 'corrupt' });
  });
  it('D8 a young staged manifest: commits may go through an external store', async () => {
    const stage = await history(2);
    const staged = '_versions/18446744073709551613.manifest-6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01';
    await stage.put(staged);
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind: 'refused' });
    stage.time.now += 8 * dayMs;
    await planCleanup(stage.context, keeping(1));
  });
  it.each([
    '_refs/version_leases/main/4-forever.lease',
    '_refs/version_lease_gc/main/1/x.sealed',
    '_refs/version_reference_intents/main/1/y.intent',
    '_refs/version_reference_states/z.state',
    '_refs/tags/broken.json',
    '_refs/branches/broken.json',
    '_refs/catalog/00000000000000000001.json',
    '_versions/007x.manifest',
    'tree/exp/_versions/007x.manifest',
    '_bt/root/1',
    'tree/exp/_bt/root/1',
    '_branch_generations/0123/data/x.lance',
  ])('G.5 %s', async (entry) => {
    const stage = await history(3);
    await stage.put(entry, 'not what it should be');
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind: 'refused' });
  });
  it('a listing or a manifest that cannot be read', async () => {
    const stage = await history(3);
    stage.failWhen((call) => (call.verb === 'list' && call.key.includes('_versions') ? 'refused' : null));
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind: 'unavailable' });
    stage.failWhen((call) => (call.key.endsWith('.manifest') ? 'lost_before' : null));
    await expect(planCleanup(stage.context, keeping(1))).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it('a branch that is not there', async () => {
    const stage = await history(1);
    await expect(planCleanup(stage.context, keeping(1, { branch: 'none' }))).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('49. a manifest that goes while it is looked at', () => {
  it.each([
    [2n, 'planned'],
    [3n, 'unavailable'],
  ])('version %s: %s', async (version, result) => {
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
  it('a long history is planned in reads proportional to what stays, and again by what is new', async () => {
    const stage = await cleanupStage();
    for (let number = 1; number <= 2_000; number += 1) {
      await stage.putManifest({
        version: BigInt(number),
        fragments: [{ id: 0, files: [{ path: fileOf(BigInt(number)) }] }],
      });
    }
    stage.time.now += 30 * dayMs;
    const first = await planCleanup(stage.context, keeping(10));
    expect(first.versions).toHaveLength(1_990);
    expect(first.observations.manifestsRead).toBe(10);
    expect(first.observations.requests).toBeLessThan(30);
    await stage.commit(2_001, 2_005);
    stage.calls.length = 0;
    await planCleanup(stage.context, keeping(10));
    expect(stage.calls.filter((call) => call.startsWith('get'))).toHaveLength(5);
  });
});
