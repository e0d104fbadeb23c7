'use client';
/** A sealed plan before it is run: what it says, whose word it needs, and the one button that deletes. */
import { useState } from 'react';
import { ActionDialog, type DialogQuestion } from '@/components/actions/action-dialog';
import { HttpRequestView } from '@/components/actions/http-request';
import { RefusalView } from '@/components/actions/refusal-view';
import { KeptAndWhy, Observed, PlanCells, WhatGoes } from '@/components/cleanup/plan-content';
import { PlanFacts } from '@/components/cleanup/plan-facts';
import { approvalRefusal, runRefusal, type SealedPlan } from '@/components/cleanup/plan-standing';
import { whatGoes } from '@/components/cleanup/plan-words';
import { runHref } from '@/components/runs/run-columns';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format-bytes';
import { plural } from '@/components/ui/format-count';
import { navigate } from '@/components/ui/navigate';
import { Panel } from '@/components/ui/panel';
import type { ReadMeta } from '@/components/ui/read-age';
import { useRunAction } from '@/lib/client/mutations/runs';
import { useGate } from '../use-gate';

export interface PlanReviewProps {
  readonly plan: SealedPlan;
  readonly meta: ReadMeta;
}

export function PlanReview({ plan, meta }: PlanReviewProps) {
  const gate = useGate(plan.lake);
  const [asking, setAsking] = useState(false);
  const approve = useRunAction('approvePlan');
  const mayNotRun = gate.refusal('runPlan') ?? runRefusal(plan, gate.actor);
  const mayNotApprove = gate.refusal('approvePlan') ?? approvalRefusal(plan, gate.actor);
  return (
    <div className="stack">
      <Panel title="The sealed plan" meta={meta}>
        <PlanFacts plan={plan} />
        <PlanCells plan={plan} />
        <Observed plan={plan} />
      </Panel>
      <div className="cols-2">
        <KeptAndWhy plan={plan} />
        <WhatGoes plan={plan} />
      </div>
      <Panel
        title={`Delete ${whatGoes(plan)} of ${plan.path} for good?`}
        caption="Nothing below can be undone"
        className="confirm"
      >
        <div className="form-stack">
          <p>
            A version that came to be held since the plan stays, and so does every file that anybody still
            needs: each is asked for again before each batch. The run can be watched, stopped between two
            batches, and ends in a signed receipt.
          </p>
          {approve.error === null ? null : <RefusalView error={approve.error} />}
          <div className="form-go">
            {plan.approval.needed ? (
              <Button
                refusal={mayNotApprove}
                pending={approve.isPending}
                onClick={() => approve.mutate({ params: { hash: plan.hash }, body: {} })}
              >
                Approve this plan
              </Button>
            ) : null}
            <Button variant="halt" icon="retire" refusal={mayNotRun} onClick={() => setAsking(true)}>
              Run this plan, free {formatBytes(plan.predicted.bytes)}
            </Button>
            {mayNotRun === null ? null : <span className="caption">{mayNotRun}</span>}
          </div>
          <HttpRequestView
            request={{
              method: 'POST',
              address: `/api/v1/plans/${plan.hash}/run`,
              body: { dataset: plan.path, reason: '…' },
            }}
          />
        </div>
      </Panel>
      {asking ? <RunDialog plan={plan} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function RunDialog({ plan, onClose }: { readonly plan: SealedPlan; readonly onClose: () => void }) {
  const start = useRunAction('runPlan');
  const bodyOf = (typed: string, reason: string, rate: string) => ({
    ...{ dataset: typed, reason: reason.trim() },
    rate: rate === 'none' ? null : Number(rate),
  });
  return (
    <ActionDialog
      question={questionOf(plan)}
      requestOf={({ typed, reason, fields }) => ({
        method: 'POST',
        address: `/api/v1/plans/${plan.hash}/run`,
        body: bodyOf(typed, reason, fields.rate ?? 'none'),
      })}
      pending={start.isPending}
      error={start.error}
      onSubmit={async ({ typed, reason, fields }) => {
        const body = bodyOf(typed, reason, fields.rate ?? 'none');
        const { run } = await start.mutateAsync({ params: { hash: plan.hash }, body });
        navigate(runHref(run.run));
      }}
      onClose={onClose}
    />
  );
}

function questionOf(plan: SealedPlan): DialogQuestion {
  const { versions, most, kept } = plan;
  return {
    title: `Delete ${whatGoes(plan)} of ${plan.path} for good?`,
    consequences: [
      <>
        <b>Lost:</b> time travel to {plural(versions.total, 'version')}, for everyone;{' '}
        {formatBytes(most.bytes)} go.
      </>,
      <>
        <b>Stays:</b> {plural(kept.total, 'version')} and every file they need, and whatever comes to be held
        before its batch.
      </>,
      <>
        <b>Until it is committed</b> it can be stopped without a trace; after that the next cleanup finishes
        it.
      </>,
    ],
    fields: [
      {
        id: 'rate',
        label: 'How fast',
        initial: 'none',
        hint: 'Can be changed while it runs.',
        choices: [
          ['none', 'As fast as the store answers'],
          ['1000', 'At most 1,000 objects a second'],
          ['100', 'At most 100 objects a second'],
          ['10', 'At most 10 objects a second'],
        ],
      },
    ],
    asksReason: true,
    typedName: { name: plan.path, label: 'Path of the dataset' },
    submit: `Delete ${plural(versions.total, 'version')}`,
    halt: true,
  };
}
