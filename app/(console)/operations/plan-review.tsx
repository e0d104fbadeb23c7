'use client';
/** A sealed plan before it is run: what it says, whose word it needs, and the one button that deletes. */
import { useState } from 'react';
import { HttpRequestView } from '@/components/actions/http-request';
import { KeptAndWhy, Observed, PlanCells, WhatGoes } from '@/components/cleanup/plan-content';
import { PlanFacts } from '@/components/cleanup/plan-facts';
import { approvalRefusal, runRefusal, type SealedPlan } from '@/components/cleanup/plan-standing';
import { whatGoes } from '@/components/cleanup/plan-words';
import { approveQuestion, runQuestion } from '@/components/cleanup/run-questions';
import { runHref } from '@/components/runs/run-columns';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format-bytes';
import { navigate } from '@/components/ui/navigate';
import { Panel } from '@/components/ui/panel';
import type { ReadMeta } from '@/components/ui/read-age';
import { datasetTypedName } from '@/lib/contracts/dataset-id';
import { RunActDialog } from '../act-dialog';
import { ServedVersions } from '../served-here';
import { useGate } from '../use-gate';

export interface PlanReviewProps {
  readonly plan: SealedPlan;
  readonly meta: ReadMeta;
}

export function PlanReview({ plan, meta }: PlanReviewProps) {
  const gate = useGate(plan.lake);
  const name = datasetTypedName(plan.lake, plan.path);
  const [asking, setAsking] = useState<'approve' | 'run' | null>(null);
  const close = () => setAsking(null);
  const mayNotRun = gate.refusal('runPlan') ?? runRefusal(plan, gate.actor);
  const mayNotApprove = gate.refusal('approvePlan') ?? approvalRefusal(plan, gate.actor);
  return (
    <div className="stack">
      <Panel title="The sealed plan" meta={meta}>
        <PlanFacts plan={plan} />
        <PlanCells plan={plan} />
        <ServedVersions plan={plan} />
        <Observed plan={plan} />
      </Panel>
      <div className="cols-2">
        <KeptAndWhy plan={plan} />
        <WhatGoes plan={plan} />
      </div>
      <Panel
        title={`Delete ${whatGoes(plan)} of ${name} for good?`}
        caption="Nothing below can be undone"
        className="confirm"
      >
        <div className="form-stack">
          <p>
            A version that came to be held since the plan stays, and so does every file that anybody still
            needs: each is asked for again before each batch. The run can be watched, stopped between two
            batches, and ends in a signed receipt.
          </p>
          <div className="form-go">
            {plan.approval.needed ? (
              <Button refusal={mayNotApprove} onClick={() => setAsking('approve')}>
                Approve this plan…
              </Button>
            ) : null}
            <Button variant="halt" icon="retire" refusal={mayNotRun} onClick={() => setAsking('run')}>
              Run this plan, free {formatBytes(plan.predicted.bytes)}
            </Button>
            {mayNotRun === null ? null : <span className="caption">{mayNotRun}</span>}
          </div>
          <HttpRequestView
            request={{
              method: 'POST',
              address: `/api/v1/plans/${plan.hash}/run`,
              body: { dataset: name, reason: '…' },
            }}
          />
        </div>
      </Panel>
      {asking === 'run' ? <RunDialog plan={plan} onClose={close} /> : null}
      {asking === 'approve' ? (
        <RunActDialog
          name="approvePlan"
          place={plan}
          question={approveQuestion(plan)}
          inputOf={() => ({ params: { hash: plan.hash }, body: {} })}
          onDone={() => undefined}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function RunDialog({ plan, onClose }: { readonly plan: SealedPlan; readonly onClose: () => void }) {
  return (
    <RunActDialog
      name="runPlan"
      place={plan}
      question={runQuestion(plan)}
      inputOf={({ typed, reason, fields: { rate = 'none' } }) => ({
        params: { hash: plan.hash },
        body: { dataset: typed, reason: reason.trim(), rate: rate === 'none' ? null : Number(rate) },
      })}
      onDone={({ run }) => void navigate(runHref(run.run))}
      onClose={onClose}
    />
  );
}
