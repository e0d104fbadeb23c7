/** A second person approves a plan that somebody else made. */
import { VamplateError } from '@/lib/base/errors';
import { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { recordAction } from '../journal/record-action';
import { targetName } from '../journal/target-names';
import { findSealedPlan, readSealedPlan } from '../runs/sealed-plans';

export const approvePlan: Operation<typeof endpoints.approvePlan> = async (context, { params }) => {
  const { runtime, caller, requestId } = context;
  const { lake, plan } = await findSealedPlan(runtime, params.hash, undefined);
  const target = { lake, target: targetName(lake.settings.id, plan.dataset), planHash: plan.hash };
  const { actor, role } = caller;
  const { notes, recorded } = await recordAction(
    context,
    endpoints.approvePlan.action,
    target,
    async ({ engine }) => {
      const approved = await engine.operations.approvePlan(plan.hash, { actor, role, requestId });
      if (approved.kind === 'unknown') {
        throw new VamplateError('unavailable', 'Whether the approval was written is not known: look again.', {
          outcome: 'unknown',
        });
      }
      const sentence =
        approved.kind === 'approved' ? 'Approved.' : `${approved.approval.actor} had approved it already.`;
      return { value: null, sentence };
    },
  );
  const { view } = await readSealedPlan(runtime, lake, plan.hash);
  return { plan: view, notes: [...notes], recorded };
};
