'use client';
/** Breaks this lock, or moves its record aside, after the question; what stands in the way is said at the button. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import type { Said } from '@/components/actions/action-dialog';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { waitingNotice } from '@/components/approvals/approval-words';
import { unlockActOf, unlockBlocked, unlockQuestion } from '@/components/locks/unlock-questions';
import { unlockWords } from '@/components/locks/unlock-rules';
import { Button } from '@/components/ui/button';
import type { LockDetail } from '@/lib/contracts/locks';

export function UnlockAction({ lock }: { readonly lock: LockDetail }) {
  const gate = useGate(lock.lake);
  /** As it was when the question was asked: what a person reads does not change under their hands. */
  const [asked, setAsked] = useState<LockDetail | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const act = unlockActOf(lock);
  const refusal = unlockBlocked(lock) ?? gate.refusal(act ?? 'forceUnlock');
  const place = { lake: lock.lake, dataset: null };
  const params = { root: lock.root };
  const close = () => setAsked(null);
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      <div className="form-go">
        <Button icon="lock" variant="halt" refusal={refusal} onClick={() => setAsked(lock)}>
          {unlockWords(lock).button}…
        </Button>
        {refusal === null ? null : <span className="caption">{refusal}</span>}
      </div>
      {asked !== null && unlockActOf(asked) === 'forceUnlock' ? (
        <ActDialog
          name="forceUnlock"
          place={place}
          question={unlockQuestion(asked)}
          second={gate.takesTwo('force_unlock')}
          inputOf={(said) => ({
            params,
            body: { lockId: said.typed, ...statedOf(said), stopLive: said.statements.stopLive === true },
          })}
          onDone={(reply) =>
            setNotice(
              'waits' in reply
                ? waitingNotice(reply.waits, reply.notes)
                : { says: `The lock ${reply.lockId} was ${reply.how}.`, notes: reply.notes },
            )
          }
          onClose={close}
        />
      ) : null}
      {asked !== null && unlockActOf(asked) === 'quarantineLock' ? (
        <ActDialog
          name="quarantineLock"
          place={place}
          question={unlockQuestion(asked)}
          second={gate.takesTwo('quarantine_lock')}
          inputOf={(said) => ({ params, body: { etag: said.typed, ...statedOf(said) } })}
          onDone={(reply) =>
            setNotice(
              'waits' in reply
                ? waitingNotice(reply.waits, reply.notes)
                : { says: `The record lies at ${reply.key} now.`, notes: reply.notes },
            )
          }
          onClose={close}
        />
      ) : null}
    </>
  );
}

function statedOf({ reason, statements }: Said) {
  return {
    reason,
    processStopped: statements.processStopped === true,
    ioQuiescent: statements.ioQuiescent === true,
    nothingElseRuns: statements.nothingElseRuns === true,
  };
}
