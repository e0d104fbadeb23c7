'use client';
/** One sealed plan under its own address: for whoever approves it, and for whoever asks later what was planned. */
import { Stepper } from '@/components/cleanup/stepper';
import { Answered } from '@/components/ui/answered';
import { PageHead } from '@/components/ui/page-head';
import { usePlan } from '@/lib/client/queries/runs';
import { PlanReview } from '../../plan-review';

export function PlanScreen({ hash }: { readonly hash: string }) {
  const read = usePlan(hash);
  const path = read.data?.plan.path;
  return (
    <>
      <PageHead
        title={path === undefined ? 'A sealed plan' : `The sealed plan of ${path}`}
        crumbs={[{ href: '/operations', label: 'Operations' }]}
        here={<code className="id">{hash.slice(0, 12)}…</code>}
        actions={<Stepper at="Review sealed plan" />}
      />
      <Answered answer={read} what="the plan" rows={12}>
        {({ plan, meta }) => <PlanReview plan={plan} meta={meta} />}
      </Answered>
    </>
  );
}
