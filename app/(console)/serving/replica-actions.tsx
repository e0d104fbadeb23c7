'use client';
/** What can be asked of a replica, where its document offers it; the answer is waited for and shown. No deleting here. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import {
  askingBlocked,
  expectedOf,
  offeredActions,
  retiringBlocked,
} from '@/components/serving/asking-rules';
import {
  actionWords,
  answerSays,
  askingQuestion,
  requestOf,
  retiringQuestion,
} from '@/components/serving/replica-questions';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useServingIntent } from '@/lib/client/queries/serving';
import {
  adminActions,
  nameToType,
  type ServingAction,
  type ServingIntent,
} from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';

interface Asked {
  readonly action: ServingAction | 'retire';
  /** As it was when the question was asked: what a person reads does not change under their hands. */
  readonly replica: ReplicaDetail;
}

export function ReplicaActions({
  lake,
  replica,
}: {
  readonly lake: string;
  readonly replica: ReplicaDetail;
}) {
  const gate = useGate(lake);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [intents, setIntents] = useState<readonly ServingIntent[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const { env, set, lineage } = replica;
  const place = { lake, dataset: null };
  const close = () => setAsked(null);
  const offered = offeredActions(replica);
  const expected = asked === null ? null : expectedOf(asked.replica);
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      {intents.map((intent) => (
        <Answer key={intent.id} env={env} set={set} asked={intent} />
      ))}
      <div className="row-actions serving-actions">
        {offered.map((action) => (
          <Button
            key={action}
            small
            refusal={askingBlocked(replica, action) ?? gate.refusal('askReplica', adminActions.has(action))}
            onClick={() => setAsked({ action, replica })}
          >
            {actionWords[action]}…
          </Button>
        ))}
        <Button
          small
          variant="halt"
          refusal={retiringBlocked(replica) ?? gate.refusal('retireReplica')}
          onClick={() => setAsked({ action: 'retire', replica })}
        >
          Give up…
        </Button>
        {offered.length === 0 ? <span className="caption">Its report offers no action.</span> : null}
      </div>
      {asked !== null && asked.action !== 'retire' && expected !== null ? (
        <AskDialog
          action={asked.action}
          replica={asked.replica}
          place={place}
          expected={expected}
          onAsked={(intent) => setIntents((before) => [intent, ...before].slice(0, 5))}
          onClose={close}
        />
      ) : null}
      {asked?.action === 'retire' ? (
        <ActDialog
          name="retireReplica"
          place={place}
          question={retiringQuestion(asked.replica)}
          inputOf={({ reason, typed }) => ({
            params: { env, set, replica: replica.replica },
            body: { lineage, typedName: typed, reason },
          })}
          onDone={({ notes }) => setNotice({ says: `Replica ${replica.replica} is given up.`, notes })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

interface AskDialogProps {
  readonly action: ServingAction;
  readonly replica: ReplicaDetail;
  readonly place: { readonly lake: string; readonly dataset: null };
  readonly expected: NonNullable<ReturnType<typeof expectedOf>>;
  readonly onAsked: (intent: ServingIntent) => void;
  readonly onClose: () => void;
}

function AskDialog({ action, replica, place, expected, onAsked, onClose }: AskDialogProps) {
  /** One end for all that is shown and sent, however long the dialog stands. */
  const [openedAt] = useState(() => Date.now());
  return (
    <ActDialog
      name="askReplica"
      place={place}
      question={askingQuestion(action, replica)}
      inputOf={(said) => {
        const request = requestOf(action, said, openedAt, replica);
        const named = nameToType(request, replica.replica) !== null;
        return {
          params: { env: replica.env, set: replica.set },
          body: {
            ...{ replica: replica.replica, lineage: replica.lineage, reason: said.reason, expected },
            ...{ request, ...(named ? { typedName: said.typed } : {}) },
          },
        };
      }}
      onDone={({ intent }) => onAsked(intent)}
      onClose={onClose}
    />
  );
}

/** Waits for the one answer of the replica, and says so until it is there. */
function Answer({
  env,
  set,
  asked,
}: {
  readonly env: string;
  readonly set: string;
  readonly asked: ServingIntent;
}) {
  const read = useServingIntent(env, set, asked.id, asked.replica);
  const { action, replica, at, result } = read.data?.intent ?? asked;
  const words = actionWords[action as ServingAction];
  const bad = result !== null && (result.outcome === 'rejected' || result.outcome === 'failed');
  return (
    <div className={bad ? 'done-line stop' : 'done-line'} role="status">
      <Icon name={result === null ? 'run' : bad ? 'stop' : 'check'} size="sm" />
      <span>
        {words}: asked of {replica} <Age at={at} />
        {result === null ? '; waiting for its answer.' : `; it ${answerSays(result.outcome, result.reason)}`}{' '}
        <code className="id break">{asked.id}</code>
      </span>
    </div>
  );
}
