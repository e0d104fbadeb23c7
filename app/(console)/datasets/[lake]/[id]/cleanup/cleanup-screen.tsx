'use client';
/** The cleanup of one dataset: policy and live preview, then the sealed plan. The address holds all of it. */
import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { ServedVersions } from '@/app/(console)/served-here';
import { HttpRequestView } from '@/components/actions/http-request';
import { RefusalView } from '@/components/actions/refusal-view';
import { KeptAndWhy, Observed, PlanCells, WhatGoes } from '@/components/cleanup/plan-content';
import { policyWords } from '@/components/cleanup/plan-words';
import { PolicyForm } from '@/components/cleanup/policy-form';
import { type PolicyReading, readPolicy } from '@/components/cleanup/policy-text-rules';
import { Stepper } from '@/components/cleanup/stepper';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { Bytes } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useRunAction } from '@/lib/client/mutations/runs';
import { usePlan, usePreview } from '@/lib/client/queries/runs';
import { datasetHref, decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { CleanupPolicyView } from '@/lib/contracts/plans';
import { PlanReview } from '../../../../operations/plan-review';
import { useGate } from '../../../../use-gate';
import type { PagePlace } from '../../place-of-page';
import { useDocumentTitle } from '../../use-document-title';

const parsers = {
  ...{ branch: parseAsString, older: parseAsString, retain: parseAsString, before: parseAsString },
  ...{ versions: parseAsString, keep: parseAsString, tagged: parseAsString, young: parseAsString },
  attest: parseAsString,
};

/** Typing settles before the store is asked. */
const settleMs = 600;

export function CleanupScreen({ place }: { readonly place: PagePlace }) {
  const [text, setText] = useQueryStates(parsers, { history: 'replace' });
  const [{ plan: hash }, setPlan] = useQueryStates({ plan: parseAsString }, { history: 'push' });
  const reading = readPolicy(text);
  const path = decodeDatasetId(place.id);
  useDocumentTitle(`Cleanup of ${path}`);
  return (
    <>
      <PageHead
        title={hash === null ? `Plan a cleanup of ${path}` : `Review the sealed plan of ${path}`}
        crumbs={[
          { href: '/datasets', label: 'Datasets' },
          { href: datasetHref(place.lake, place.id, '/versions'), label: path },
        ]}
        here="Cleanup"
        actions={
          <Stepper
            at={hash !== null ? 'Review sealed plan' : reading.kind === 'policy' ? 'Preview' : 'Policy'}
          />
        }
      />
      {hash === null ? (
        <div className="cleanup-grid">
          <Panel title="Policy" caption={reading.kind === 'policy' ? policyWords(reading.policy) : null}>
            <PolicyForm
              text={text}
              problems={reading.kind === 'wrong' ? reading.problems : {}}
              onChange={(field, value) => void setText({ [field]: value })}
            />
          </Panel>
          <Preview place={place} reading={reading} onSealed={(plan) => void setPlan({ plan })} />
        </div>
      ) : (
        <Review hash={hash} onBack={() => void setPlan({ plan: null })} />
      )}
    </>
  );
}

interface PreviewProps {
  readonly place: PagePlace;
  readonly reading: PolicyReading;
  readonly onSealed: (hash: string) => void;
}

function Preview({ place, reading, onSealed }: PreviewProps) {
  const policy = useSettled(reading.kind === 'policy' ? reading.policy : null);
  const preview = usePreview(place, policy);
  const seal = useRunAction('planCleanup');
  const gate = useGate(place.lake);
  if (policy === null) {
    return (
      <Panel title="Preview">
        <Empty
          says={
            reading.kind === 'wrong'
              ? 'Something in the policy is not understood.'
              : 'State an age, a count, a highest version or a list of versions: without one nothing is selected.'
          }
        />
      </Panel>
    );
  }
  const refusal =
    gate.refusal('planCleanup') ??
    (preview.data === undefined || preview.error ? 'Waiting for the preview.' : null);
  return (
    <div className="stack" aria-busy={preview.isFetching}>
      <Panel
        title="Preview"
        meta={preview.data?.meta}
        actions={
          <Button small icon="refresh" pending={preview.isFetching} onClick={() => void preview.refetch()}>
            Look again
          </Button>
        }
      >
        {preview.error ? (
          <div className="form-stack">
            <RefusalView error={preview.error} />
          </div>
        ) : (
          <Answered answer={preview} what="what would go" rows={8}>
            {({ preview: plan }) => (
              <>
                <p className="panel-body">
                  Frees{' '}
                  <b>
                    <Bytes bytes={plan.predicted.bytes} />
                  </b>{' '}
                  in {plural(plan.predicted.objects, 'object')} of{' '}
                  {plural(plan.predicted.versions, 'version')}; {plural(plan.kept.total, 'version')} stay.
                  Nothing was written for this.
                </p>
                <PlanCells plan={plan} />
                <ServedVersions plan={plan} />
                <Observed plan={plan} />
              </>
            )}
          </Answered>
        )}
      </Panel>
      {preview.data === undefined || preview.error ? null : (
        <div className="cols-2">
          <KeptAndWhy plan={preview.data.preview} />
          <WhatGoes plan={preview.data.preview} />
        </div>
      )}
      <Panel
        title="Seal this plan?"
        caption="It is made anew, kept in the lake under its hash, and may be run for 30 minutes"
      >
        <div className="form-stack">
          {seal.error === null ? null : <RefusalView error={seal.error} />}
          <div className="form-go">
            <Button
              variant="primary"
              refusal={refusal}
              pending={seal.isPending}
              onClick={() =>
                seal.mutate(
                  { params: place, body: { policy } },
                  { onSuccess: ({ plan }) => onSealed(plan.hash) },
                )
              }
            >
              Seal this plan
            </Button>
            {refusal === null ? null : <span className="caption">{refusal}</span>}
          </div>
          <HttpRequestView
            request={{
              method: 'POST',
              address: `/api/v1/datasets/${encodeURIComponent(place.lake)}/${encodeURIComponent(place.id)}/plans`,
              body: { policy },
            }}
          />
        </div>
      </Panel>
    </div>
  );
}

function Review({ hash, onBack }: { readonly hash: string; readonly onBack: () => void }) {
  const plan = usePlan(hash);
  return (
    <>
      <Answered answer={plan} what="the plan" rows={12}>
        {(reply) => <PlanReview plan={reply.plan} meta={reply.meta} />}
      </Answered>
      <p className="panel-foot">
        <Button small onClick={onBack}>
          Back to the policy
        </Button>
      </p>
    </>
  );
}

/** The policy once nobody has changed it for a moment. */
function useSettled(policy: CleanupPolicyView | null): CleanupPolicyView | null {
  const now = JSON.stringify(policy);
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), settleMs);
    return () => clearTimeout(timer);
  }, [now]);
  return JSON.parse(settled) as CleanupPolicyView | null;
}
