/** The second person's word on one plan: written once beside its seal, by somebody else than who had it sealed. */
import { z } from 'zod';
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { findPlan } from './find-plan';
import type { OperationContext } from './operation-context';
import { approvalKey } from './plan-names';
import { type Asker, asker, checked, decodeJson, encodeJson, hashText, wallMs } from './record-schema';
import { writeSurely } from './write-surely';

const maxApprovalBytes = 4_096;

export const planApproval = z.strictObject({
  format: z.literal(1),
  planHash: hashText,
  ...asker,
  /** By the approver's host, for display. */
  at: wallMs,
});
export type PlanApproval = z.infer<typeof planApproval>;

export type ApprovedPlan =
  | { readonly kind: 'approved'; readonly approval: PlanApproval }
  /** Somebody approved it before; that approval stands. */
  | { readonly kind: 'already_approved'; readonly approval: PlanApproval }
  /** Whether it was written is not known: look again. */
  | { readonly kind: 'unknown' };

/**
 * @throws `not_found` for no such plan, `refused` for its own maker and for one that lapsed, `corrupt`, and what the
 * store throws when certainly nothing was written
 */
export async function approvePlan(
  context: OperationContext,
  planHash: string,
  { actor, role, requestId }: Asker,
): Promise<ApprovedPlan> {
  const { store, clock } = context;
  const found = await findPlan(store, planHash);
  if (found.kind === 'absent') throw new VamplateError('not_found', 'There is no such plan.', { planHash });
  if (found.seal.actor === actor) {
    throw refusal('own_plan', 'Another person than who made the plan has to approve it.');
  }
  if (found.life.state !== 'alive') throw refusal('plan_lapsed', 'The plan has lapsed; make a new one.');
  const record = { format: 1, planHash, actor, role, requestId, at: clock.wall() };
  const approval = checked(planApproval, record, 'This approval');
  const body = encodeJson(approval);
  const write = await writeSurely(store, approvalKey(planHash), body, { before: null, createOnly: true });
  if (write.kind === 'written') return { kind: 'approved', approval };
  if (write.kind === 'unknown') return { kind: 'unknown' };
  const standing = await findApproval(store, planHash);
  return standing === null ? { kind: 'unknown' } : { kind: 'already_approved', approval: standing };
}

/** @returns null where nobody approved it. @throws `invalid_input` for no hash, `corrupt`, `unavailable` */
export async function findApproval(
  store: ObjectStore,
  planHash: string,
  options: ReadOptions = {},
): Promise<PlanApproval | null> {
  const key = approvalKey(planHash);
  const answer = await store.get(key, { ...options, maxBytes: maxApprovalBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The approval of the plan is too large.', { key });
  const approval = decodeJson(planApproval, answer.body, key);
  if (approval.planHash !== planHash) throw corrupt('The approval is of another plan.', { key });
  return approval;
}

function refusal(code: string, sentence: string): VamplateError {
  return new VamplateError('refused', sentence, { reasons: [{ code, sentence }] });
}
