'use client';
/** A dialog connected to a change of plans or runs: sent once, a refusal stays in it, what was done is handed on. */
import { ActionDialog, type DialogQuestion, type Said } from '@/components/actions/action-dialog';
import { type InputOf, type ReplyOf, requestOf } from '@/lib/client/call-endpoint';
import { type RunActionName, useRunAction } from '@/lib/client/mutations/runs';
import { placeName } from '@/lib/contracts/dataset-id';

export interface RunActDialogProps<Name extends RunActionName> {
  readonly name: Name;
  /** The dataset it is about, by its id. */
  readonly where: { readonly lake: string; readonly dataset: string };
  readonly question: DialogQuestion;
  readonly inputOf: (said: Said) => InputOf<Name>;
  readonly onDone: (reply: ReplyOf<Name>) => void;
  readonly onClose: () => void;
}

export function RunActDialog<Name extends RunActionName>(props: RunActDialogProps<Name>) {
  const { name, where, question, inputOf, onDone, onClose } = props;
  const act = useRunAction(name);
  return (
    <ActionDialog
      question={question}
      where={placeName(where.lake, where.dataset)}
      requestOf={(said) => requestOf(name, inputOf(said))}
      pending={act.isPending}
      error={act.error}
      onSubmit={async (said) => {
        const reply = await act.mutateAsync(inputOf(said));
        onDone(reply);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
