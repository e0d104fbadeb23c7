'use client';
/** One request under its own address: what exactly would be done, and the one button that has it done. */
import { useState } from 'react';
import { RunActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { HttpRequestView } from '@/components/actions/http-request';
import { ApprovalFacts, ApprovalObject } from '@/components/approvals/approval-facts';
import { approveRequestQuestion } from '@/components/approvals/approval-question';
import { approveRefusal, askedWords, longDeletion } from '@/components/approvals/approval-words';
import { receiptHref } from '@/components/runs/run-columns';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import type { ReadMeta } from '@/components/ui/read-age';
import { useApproval } from '@/lib/client/queries/approvals';
import { type ApprovalDetail, statement } from '@/lib/contracts/approvals';

export function ApprovalScreen({ hash }: { readonly hash: string }) {
  const read = useApproval(hash);
  const action = read.data?.approval.action;
  return (
    <>
      <PageHead
        title={action === undefined ? 'A request' : `${askedWords[action]}: a request`}
        crumbs={[{ href: '/operations', label: 'Operations' }]}
        here={<code className="id">{hash.slice(0, 12)}…</code>}
      />
      <Answered answer={read} what="the request" rows={8}>
        {({ approval, meta }) => <Approval approval={approval} meta={meta} />}
      </Answered>
    </>
  );
}

/** The button of each, whose role, grant, freeze and store count here too. */
const endpointOf = {
  cancel_seal: 'cancelRetirement',
  delete_branch: 'deleteBranch',
  force_unlock: 'forceUnlock',
  quarantine_lock: 'quarantineLock',
} as const;

function Approval({ approval, meta }: { readonly approval: ApprovalDetail; readonly meta: ReadMeta }) {
  const { lake, action, hash, typedName, statements } = approval;
  const gate = useGate(lake);
  const [asked, setAsked] = useState<ApprovalDetail | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const refusal = gate.refusal(endpointOf[action], true) ?? approveRefusal(approval, gate.actor);
  return (
    <div className="stack">
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      <Panel title="The request" meta={meta}>
        <ApprovalFacts approval={approval} />
      </Panel>
      <Panel title="What it was asked about" caption="As it was seen then">
        <ApprovalObject approval={approval} />
      </Panel>
      <Panel
        title={`${askedWords[action]}, as it is asked for here?`}
        caption="Cannot be undone"
        className="confirm"
      >
        <div className="form-stack">
          <p>
            Whoever approves it has it done at once: by the same code and with the same guards as if one
            person were enough, each asked afresh.
            {action === 'delete_branch' ? ` ${longDeletion}` : ''}
          </p>
          <div className="form-go">
            <Button variant="halt" refusal={refusal} onClick={() => setAsked(approval)}>
              Approve and carry out…
            </Button>
            {refusal === null ? null : <span className="caption">{refusal}</span>}
          </div>
          <HttpRequestView
            request={{
              ...{ method: 'POST', address: `/api/v1/approvals/${hash}/approve` },
              body: { reason: '…', typedName, statements },
            }}
          />
        </div>
      </Panel>
      {asked === null ? null : (
        <RunActDialog
          name="approveRequest"
          place={{ lake, dataset: null }}
          question={approveRequestQuestion(asked)}
          inputOf={({ reason, typed, statements: stated }) => ({
            params: { hash },
            body: {
              reason: reason.trim(),
              typedName: typed,
              statements: statement.options.filter((id) => stated[id] === true),
            },
          })}
          onDone={({ sentence, complete, receipt, notes }) =>
            setNotice({
              ...{ says: sentence, notes, failed: !complete },
              ...(receipt === null ? {} : { link: { href: receiptHref(receipt), label: 'Receipt' } }),
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
