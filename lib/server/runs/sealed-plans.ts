/** Sealed plans as pages are told of them: with their life by the store's clock, and a second person's word. */
import type { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { sealedPlan } from '@/lib/contracts/plans';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { PlanApproval } from '@/lib/engine/operations/approve-plan';
import type { FoundPlan } from '@/lib/engine/operations/find-plan';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { Runtime } from '../runtime';
import { sealedPlanOf } from '../to-contract/plan-view';
import { findInLakes, operationsOf } from './find-in-lakes';

export interface ReadPlan {
  readonly lake: LakeReader;
  readonly plan: CleanupPlan;
  readonly found: Extract<FoundPlan, { kind: 'found' }>;
  readonly approval: { readonly needed: boolean; readonly by: PlanApproval | null };
  readonly view: z.input<typeof sealedPlan>;
}

/** @throws `not_found`, `corrupt`, `unavailable` */
export async function readSealedPlan(runtime: Runtime, lake: LakeReader, hash: string): Promise<ReadPlan> {
  const operations = operationsOf(runtime, lake);
  const [found, by, claim] = await Promise.all([
    operations.findPlan(hash),
    operations.findApproval(hash),
    operations.findClaim(hash),
  ]);
  if (found.kind === 'absent') throw new VamplateError('not_found', 'There is no such plan.');
  const needed = runtime.config.secondApprover.includes('run_cleanup');
  const approval = { needed, by };
  const { plan } = found;
  return { lake, plan, found, approval, view: sealedPlanOf(lake.settings.id, found, { approval, claim }) };
}

/** @param lake the id of the only lake to look in; undefined: all. @throws as `findInLakes` and `readSealedPlan` do */
export async function findSealedPlan(
  runtime: Runtime,
  hash: string,
  lake: string | undefined,
): Promise<ReadPlan> {
  const known = await findInLakes(runtime, 'plan', lake, async (operations) => {
    return (await operations.findSeal(hash)) === null ? null : true;
  });
  return readSealedPlan(runtime, known.lake, hash);
}
