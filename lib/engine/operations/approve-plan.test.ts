/** A second person's word: never the maker's own, never on a lapsed plan, once for all, and by the store's clock. */
import { beforeAll, describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { keeping } from '@/lib/testing/cleanup-stage';
import { lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { history } from '@/lib/testing/plan-stage';
import { approvePlan, findApproval } from './approve-plan';
import { claimPlan, findClaim } from './claim-plan';
import { findPlan } from './find-plan';
import { planLife, planLifeMs } from './plan-life-rules';
import { approvalKey, claimKey, isOfPlan } from './plan-names';
import { sealPlan } from './seal-plan';

const ann = { actor: 'ann', role: 'operator', requestId: 'r-1' };
const bob = { actor: 'bob', role: 'admin', requestId: 'r-2' };
let plan: CleanupPlan;
beforeAll(async () => {
  plan = await planCleanup((await history(4)).context, keeping(2));
});

describe.each(lakeStores)('an approval on a %s store', (_name, open) => {
  it('is written once, beside the seal, and found again', async () => {
    const { store, close } = await open();
    try {
      const { context } = operationsStage(store);
      await expect(approvePlan(context, plan.hash, bob)).rejects.toMatchObject({ kind: 'not_found' });
      await sealPlan(context, plan, ann);
      expect(await findApproval(store, plan.hash)).toBeNull();
      expect(await approvePlan(context, plan.hash, bob)).toMatchObject({ kind: 'approved', approval: bob });
      const cleo = { ...bob, actor: 'cleo' };
      expect(await approvePlan(context, plan.hash, cleo)).toMatchObject({
        ...{ kind: 'already_approved', approval: bob },
      });
      expect(await findApproval(store, plan.hash)).toMatchObject(bob);
      expect(isOfPlan(plan.hash, approvalKey(plan.hash))).toBe(true);
    } finally {
      await close();
    }
  });
});

describe('an approval', () => {
  it('is refused to who made the plan, and once the plan has lapsed', async () => {
    const { context, time } = operationsStage();
    await sealPlan(context, plan, ann);
    const reasons = (code: string) => ({ kind: 'refused', details: { reasons: [{ code }] } });
    await expect(approvePlan(context, plan.hash, ann)).rejects.toMatchObject(reasons('own_plan'));
    time.now += planLifeMs;
    await expect(approvePlan(context, plan.hash, bob)).rejects.toMatchObject(reasons('plan_lapsed'));
    expect(await findPlan(context.store, plan.hash)).toMatchObject({ life: { state: 'lapsed' } });
  });

  it('of other bytes is corrupt, and one whose answer is lost is read back', async () => {
    const stage = operationsStage();
    await sealPlan(stage.context, plan, ann);
    stage.failWhen(({ verb, key }) =>
      verb === 'create' && key.endsWith('approval.json') ? 'lost_after' : null,
    );
    expect(await approvePlan(stage.context, plan.hash, bob)).toMatchObject({ kind: 'approved' });
    const other = operationsStage();
    await other.plant(approvalKey(plan.hash), '{"format":1}');
    await expect(findApproval(other.bare, plan.hash)).rejects.toMatchObject({ kind: 'corrupt' });
  });
});

describe('a claim', () => {
  it('is had by one of many who would start the run at once, and says by whom', async () => {
    const { context } = operationsStage();
    await sealPlan(context, plan, ann);
    expect(await findClaim(context.store, plan.hash)).toBeNull();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => claimPlan(context, plan.hash, bob)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(claimPlan(context, plan.hash, ann)).rejects.toMatchObject({
      ...{ kind: 'conflict', details: { reason: 'claimed' } },
    });
    expect(await findClaim(context.store, plan.hash)).toMatchObject(bob);
    expect(isOfPlan(plan.hash, claimKey(plan.hash))).toBe(true);
  });

  it('whose answer never comes starts nothing', async () => {
    const stage = operationsStage();
    stage.failWhen(({ mutates }) => (mutates ? 'lost_before' : null));
    await expect(claimPlan(stage.context, plan.hash, bob)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe("a plan's life", () => {
  it.each([
    [0, 'alive'],
    [planLifeMs - 1, 'alive'],
    [planLifeMs, 'lapsed'],
    [null, 'unknown'],
  ] as const)('%s ms later by the store: %s', (later, state) => {
    const at = storageInstant(1_000_000);
    const now = later === null ? null : storageInstant(1_000_000 + later);
    expect(planLife(at, now)).toMatchObject({ state, sealedAt: at, lapsesAt: 1_000_000 + planLifeMs });
  });
});
