'use client';
/** A dialog connected to a change of status pages: sent once, a refusal stays in it, what was done is handed on. */
import type { ReactNode } from 'react';
import { ActionDialog, type DialogQuestion, type Said } from '@/components/actions/action-dialog';
import { type InputOf, type ReplyOf, requestOf } from '@/lib/client/call-endpoint';
import { type StatusActionName, useStatusAct } from '@/lib/client/mutations/status-pages';

export interface StatusActDialogProps<Name extends StatusActionName> {
  readonly name: Name;
  /** Null: it is about no page that there is. */
  readonly slug: string | null;
  readonly question: DialogQuestion;
  readonly inputOf: (said: Said) => InputOf<Name>;
  readonly beside?: (said: Said) => ReactNode;
  readonly lacks?: (said: Said) => string | null;
  /** @param forget takes the last refusal out of the dialog */
  readonly wayOut?: (forget: () => void) => ReactNode;
  readonly wide?: boolean;
  readonly onDone: (reply: ReplyOf<Name>) => void;
  readonly onClose: () => void;
}

export function StatusActDialog<Name extends StatusActionName>(props: StatusActDialogProps<Name>) {
  const { name, slug, question, inputOf, beside, lacks, wayOut, wide, onDone, onClose } = props;
  const act = useStatusAct(name);
  return (
    <ActionDialog
      question={question}
      where={slug === null ? 'the status pages of this console' : `the status page ${slug}`}
      requestOf={(said) => requestOf(name, inputOf(said))}
      pending={act.isPending}
      error={act.error}
      {...(beside === undefined ? {} : { beside })}
      {...(lacks === undefined ? {} : { lacks })}
      wayOut={wayOut?.(act.reset)}
      wide={wide ?? false}
      onSubmit={async (said) => {
        const reply = await act.mutateAsync(inputOf(said));
        onDone(reply);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
