/** When a plan is stale and when it only shrinks, and that its hash and its text say exactly what it says (D11). */
import { describe, expect, it } from 'vitest';
import { type CleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { dayMs, history, putLease, putMarker, tagBody } from '@/lib/testing/plan-stage';
import type { CleanupPlan } from './cleanup-plan';
import { planCleanup } from './plan-cleanup';
import { isIntact, planHash } from './plan-hash';
import { staleReasons } from './plan-rules';
import { formatPlan, parsePlan } from './plan-text';
import { surveyDataset } from './survey/survey-dataset';

const manifestOf = (version: bigint) =>
  `_versions/${String(2n ** 64n - 1n - version).padStart(20, '0')}.manifest`;

async function reasonsNow(stage: CleanupStage, plan: CleanupPlan, ground = plan.ground) {
  const { folders } = await surveyDataset(stage.context);
  const [target] = folders;
  if (target === undefined) throw new Error('no folder');
  return staleReasons(plan, target, ground);
}

async function planned() {
  const stage = await history(4);
  stage.time.now += 30 * dayMs;
  return { stage, plan: await planCleanup(stage.context, keeping(2)) };
}

describe('D11 what makes a plan stale', () => {
  it.each([
    ['the naming scheme', { scheme: 'v1' }, /naming scheme/],
    ['a reader flag', { readerFlags: 2n }, /feature flags/],
    ['a writer flag', { writerFlags: 2n }, /feature flags/],
  ] as const)('D11 %s that changed', async (_, change, reason) => {
    const { stage, plan } = await planned();
    expect(await reasonsNow(stage, plan, { ...plan.ground, ...change })).toEqual([
      expect.stringMatching(reason),
    ]);
  });

  it('D11 a planned manifest with other bytes, or a version that stays and is gone', async () => {
    const { stage, plan } = await planned();
    await stage.bare.delete(stage.key(manifestOf(1n)));
    expect(await reasonsNow(stage, plan)).toEqual([]);
    await stage.put(manifestOf(1n), manifestBytes({ version: 1n }));
    expect(await reasonsNow(stage, plan)).toEqual(['the manifest of version 1 is another one']);
    await stage.bare.delete(stage.key(manifestOf(3n)));
    expect(await reasonsNow(stage, plan)).toHaveLength(2);
  });

  it('D11 commits, leases, tags and retirements do not', async () => {
    const { stage, plan } = await planned();
    await stage.commit(5, 6);
    await putLease(stage, 1n, 100_000_000);
    await putMarker(stage, 2n, 'sealed');
    await stage.put('_refs/tags/t.json', tagBody(1));
    expect(await reasonsNow(stage, plan)).toEqual([]);
  });
});

describe('hash and text', () => {
  const changes: readonly ((plan: CleanupPlan) => CleanupPlan)[] = [
    (plan) => ({ ...plan, latest: 9n }),
    (plan) => ({ ...plan, policy: { ...plan.policy, retainVersions: 7 } }),
    (plan) => ({ ...plan, versions: plan.versions.slice(1) }),
    (plan) => ({ ...plan, objects: [...plan.objects].reverse() }),
    (plan) => ({ ...plan, objects: plan.objects.map((one) => ({ ...one, etag: `${one.etag}x` })) }),
    (plan) => ({ ...plan, kept: [] }),
    (plan) => ({ ...plan, ground: { ...plan.ground, readerFlags: 1n } }),
    (plan) => ({ ...plan, dataset: 'lake/other' }),
  ];

  it('D11 the hash is of everything the plan says, whatever the order of its keys', async () => {
    const { plan } = await planned();
    expect(isIntact(plan)).toBe(true);
    expect(planHash(Object.fromEntries(Object.entries(plan).reverse()) as never)).toBe(plan.hash);
    for (const change of changes) expect(isIntact(change(plan))).toBe(false);
  });

  it('a plan read back is the same, and one that was changed on the way is corrupt', async () => {
    const stage = await history(6);
    await putLease(stage, 2n, 10_000);
    await putLease(stage, 3n, 10_000_000_000);
    await putMarker(stage, 4n, 'sealed');
    stage.time.now += 60_000;
    const plan = await planCleanup(stage.context, keeping(1, { versions: [1n, 2n, 3n] }));
    const text = formatPlan(plan);
    expect(parsePlan(text)).toEqual(plan);
    for (const changed of [
      ...changes.map((change) => formatPlan(change(plan))),
      '{}',
      '{',
      text.replace('"format":1', '"format":2'),
    ]) {
      expect(() => parsePlan(changed)).toThrow(expect.objectContaining({ kind: 'corrupt' }));
    }
  });
});
