'use client';
/** Closes a lake to operations and opens it again; what cannot be read counts as frozen. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { FreezeFacts } from '@/components/settings/freeze-facts';
import { freezeQuestion, unfreezeQuestion } from '@/components/settings/freeze-questions';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { useFreeze } from '@/lib/client/queries/activity';

export function FreezePanel({ lake }: { readonly lake: string }) {
  const read = useFreeze(lake);
  const gate = useGate(lake);
  const [asking, setAsking] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const place = { lake, dataset: null };
  const close = () => setAsking(false);
  return (
    <div>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      <Answered answer={read} what="the freeze" rows={1}>
        {({ freeze }) => {
          const open = freeze.state === 'open';
          const unseen = !open && freeze.etag === null ? 'The store does not tell what is there.' : null;
          return (
            <>
              <FreezeFacts freeze={freeze}>
                <Button
                  small
                  icon="lock"
                  {...(open ? { variant: 'halt' as const } : {})}
                  refusal={gate.refusal(open ? 'freezeLake' : 'unfreezeLake') ?? unseen}
                  onClick={() => setAsking(true)}
                >
                  {open ? 'Freeze operations…' : 'Open again…'}
                </Button>
              </FreezeFacts>
              {asking && open ? (
                <ActDialog
                  name="freezeLake"
                  place={place}
                  question={freezeQuestion(lake)}
                  inputOf={({ reason }) => ({ params: { lake }, body: { reason } })}
                  onDone={({ notes }) => setNotice({ says: `The lake ${lake} is frozen.`, notes })}
                  onClose={close}
                />
              ) : null}
              {asking && !open ? (
                <ActDialog
                  name="unfreezeLake"
                  place={place}
                  question={unfreezeQuestion(lake, freeze)}
                  inputOf={({ reason }) => ({ params: { lake }, body: { reason, etag: freeze.etag ?? '' } })}
                  onDone={({ notes }) => setNotice({ says: `The lake ${lake} is open again.`, notes })}
                  onClose={close}
                />
              ) : null}
            </>
          );
        }}
      </Answered>
    </div>
  );
}
