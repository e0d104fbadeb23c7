/** Whoever goes on with a run does what is left of the approved plan and nothing else; a stale plan is told what changed. */
import { describe, expect, it } from 'vitest';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { isIntact } from '@/lib/engine/cleanup/plan-hash';
import { runCleanup } from '@/lib/engine/cleanup/run-cleanup';
import { type CleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { entriesOf, groupsOf, history, putLease, putMarker, tagBody } from '@/lib/testing/plan-stage';
import { comparePlan } from './compare-plan';
import { continuePlan, drainsLeftMs } from './continuation-rules';
import { countDataset, takeStock } from './take-stock';

const policy = keeping(2, { taggedVersions: 'keep' });

async function dieAt(stage: CleanupStage, plan: CleanupPlan, verb: string, nth: number): Promise<void> {
  let seen = 0;
  let dead = false;
  stage.failWhen((call) => {
    if (call.verb === verb) seen += 1;
    dead ||= seen >= nth;
    return dead ? 'refused' : null;
  });
  await runCleanup(stage.context, plan).catch(() => undefined);
  stage.failWhen(null);
}

/** Recovery leaves the object that tells the store's time. */
const manifestsAndFiles = async (stage: CleanupStage) =>
  (await stage.entries()).filter((entry) => !entry.endsWith('/_clock'));

describe('a continuation', () => {
  it.each([
    ['create', 1],
    ['create', 5],
    ['create', 9],
    ['deleteBatch', 1],
    ['deleteIfMatch', 2],
    ['delete', 4],
  ] as const)(
    'D9 after a death at %s %s ends where the run would have, with nothing that was not approved',
    async (verb, nth) => {
      const alone = await history(6);
      await runCleanup(alone.context, await planCleanup(alone.context, policy));

      const stage = await history(6);
      const approved = await planCleanup(stage.context, policy);
      await dieAt(stage, approved, verb, nth);
      stage.time.now += 20 * 60_000;
      const { plan, retired, left } = continuePlan(approved, await planCleanup(stage.context, policy));
      expect(isIntact(plan)).toBe(true);
      const named = new Set(entriesOf(stage, approved));
      expect(entriesOf(stage, plan).filter((entry) => !named.has(entry))).toEqual([]);
      expect(left).toEqual([]);
      const report = await runCleanup(stage.context, plan);
      expect(report.outcome).toBe('completed');
      expect([...retired, ...report.retired].sort()).toEqual([1n, 2n, 3n, 4n]);
      expect(await manifestsAndFiles(stage)).toEqual(await manifestsAndFiles(alone));
    },
  );

  it('leaves versions that came under the policy since, and says which came to be held', async () => {
    const stage = await history(4);
    const approved = await planCleanup(stage.context, policy);
    await stage.commit(5, 6);
    await stage.put('_refs/tags/prod.json', tagBody(2));
    const { plan, retired, left } = continuePlan(approved, await planCleanup(stage.context, policy));
    expect(groupsOf(approved)).toEqual(['1 certain', '2 certain']);
    expect(groupsOf(plan)).toEqual(['1 certain']);
    expect(retired).toEqual([]);
    expect(left).toMatchObject([{ version: 2n, reason: 'held', protections: [{ kind: 'tag' }] }]);
  });

  it('D10 drops a version and an object that are others by now', async () => {
    const stage = await history(4);
    const approved = await planCleanup(stage.context, policy);
    await stage.bare.delete(stage.key('data/v1.lance'));
    await stage.put('data/v1.lance', 'made again');
    const manifest = approved.versions[1]?.manifests[0]?.key ?? '';
    await stage.bare.delete(manifest);
    await stage.putManifest({ version: 2n, fragments: [] });
    stage.time.now += 2 * 3_600_000;
    const { plan, left } = continuePlan(approved, await planCleanup(stage.context, policy));
    expect(entriesOf(stage, plan)).not.toContain('data/v1.lance');
    expect(left).toMatchObject([{ version: 2n, reason: 'changed' }]);
  });
});

describe('drains that an earlier owner left', () => {
  const leftAfter = async (stage: CleanupStage, approved: CleanupPlan) => {
    const now = await planCleanup(stage.context, policy);
    return drainsLeftMs(continuePlan(approved, now), now.observations.storeTime);
  };

  it('are waited for until they lapse, by the clock of the store', async () => {
    const stage = await history(4);
    const approved = await planCleanup(stage.context, policy);
    await putMarker(stage, 1n, 'draining');
    expect(await leftAfter(stage, approved)).toBe(901_000);
    stage.time.now += 600_000;
    expect(await leftAfter(stage, approved)).toBe(301_000);
    stage.time.now += 301_000;
    expect(await leftAfter(stage, approved)).toBe(0);
  });

  it('are not waited for where something else keeps the version too, and without any there is nothing to wait for', async () => {
    const stage = await history(4);
    const approved = await planCleanup(stage.context, policy);
    expect(await leftAfter(stage, approved)).toBe(0);
    await putMarker(stage, 1n, 'draining');
    await putLease(stage, 1n, 3_600_000);
    await putLease(stage, 2n, 3_600_000);
    expect(await leftAfter(stage, approved)).toBe(0);
  });
});

describe('a plan looked at again', () => {
  it('D11 runs in spite of commits, leases and tags that came', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, policy);
    await stage.commit(5, 5);
    await putLease(stage, 1n, 3_600_000);
    expect(await comparePlan(stage.context, plan)).toEqual({
      stale: [],
      added: [5n],
      gone: [],
      replaced: [],
    });
  });

  it('D11 is stale where a kept version is gone or a planned manifest another one, and says which', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, policy);
    await stage.bare.delete(plan.versions[0]?.manifests[0]?.key ?? '');
    await stage.putManifest({ version: 1n, fragments: [] });
    const [kept] = (await stage.entries('_versions/')).filter((entry) =>
      entry.includes(`${2n ** 64n - 1n - 3n}`),
    );
    await stage.bare.delete(stage.key(kept ?? ''));
    const difference = await comparePlan(stage.context, plan);
    expect(difference).toMatchObject({ replaced: [1n], gone: [3n] });
    expect(difference.stale).toEqual([
      'the manifest of version 1 is another one',
      'version 3, which stays, is gone',
    ]);
    const elsewhere = { ...plan, dataset: 'lake/other' };
    await expect(comparePlan(stage.context, elsewhere)).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});

describe('taking stock', () => {
  it('counts the whole dataset and finds every object that its versions need', async () => {
    const stage = await history(4);
    const before = await countDataset(stage.context);
    expect(before).toMatchObject({ versions: 4, objects: (await stage.entries()).length });
    await runCleanup(stage.context, await planCleanup(stage.context, policy));
    const { sums, verification } = await takeStock(stage.context);
    expect(sums).toMatchObject({ versions: 2, objects: (await stage.entries()).length });
    expect(sums.bytes).toBeLessThan(before.bytes);
    expect(verification).toMatchObject({ kind: 'passed', versionsVerified: 2 });
  });

  it('says what is missing, does without transaction files, and does not say passed when it could not look', async () => {
    const stage = await history(3);
    await stage.bare.delete(stage.key('_transactions/1-t.txn'));
    expect((await takeStock(stage.context)).verification).toMatchObject({ kind: 'passed' });
    await stage.bare.delete(stage.key('data/v2.lance'));
    expect((await takeStock(stage.context)).verification).toEqual({
      ...{ kind: 'failed', versionsVerified: 2, sentence: 'Missing: version 2 needs data/v2.lance.' },
    });
    stage.failWhen(({ key }) => (key.includes('_refs') ? 'refused' : null));
    expect((await takeStock(stage.context)).verification).toMatchObject({ kind: 'not_done' });
  });
});
