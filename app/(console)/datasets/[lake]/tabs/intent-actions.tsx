'use client';
/** Settles the publications of one dataset whose owners are gone; each is told what it became. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { settledWords, settleQuestion } from '@/components/references/intent-questions';
import type { IntentRow } from '@/lib/contracts/control';

export interface IntentActionsProps {
  readonly lake: string;
  readonly id: string;
  readonly intents: readonly IntentRow[];
  readonly open: boolean;
  readonly onClose: () => void;
}

export function IntentActions({ lake, id, intents, open, onClose }: IntentActionsProps) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      {open ? (
        <ActDialog
          name="settleIntents"
          place={{ lake, dataset: id }}
          question={settleQuestion(intents)}
          inputOf={() => ({ params: { lake, id }, body: {} })}
          onDone={({ settled, notes }) => setNotice({ says: settledWords(settled), notes })}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}
