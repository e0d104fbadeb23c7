/** Why a sealed plan cannot be run or approved now, in words; what else stands in the way the server says. */
import type { z } from 'zod';
import type { sealedPlan } from '@/lib/contracts/plans';

export type SealedPlan = z.output<typeof sealedPlan>;

/** @param actor who is signed in; null: not known yet. @returns null when nothing of the plan itself forbids it */
export function runRefusal(plan: SealedPlan, actor: string | null): string | null {
  if (plan.started !== null) return `${plan.started.actor} started its run: a plan is run once.`;
  if (plan.state === 'lapsed')
    return 'The plan has lapsed: it may be run for 30 minutes after it was sealed.';
  if (plan.state === 'unknown')
    return 'The store states no time, so nobody knows whether the plan has lapsed.';
  if (plan.versions.total === 0 && plan.most.objects === 0) return 'The plan names nothing that would go.';
  if (!plan.approval.needed) return null;
  if (plan.approval.by === null) return 'Another person has to approve this plan first.';
  return plan.approval.by.actor === actor ? 'You approved it: another person runs it.' : null;
}

export function approvalRefusal(plan: SealedPlan, actor: string | null): string | null {
  if (plan.approval.by !== null) return `${plan.approval.by.actor} approved it already.`;
  if (plan.actor === actor) return 'You made it: another person approves it.';
  if (plan.state !== 'alive') return 'The plan has lapsed.';
  return plan.started === null ? null : 'Its run was started already.';
}
