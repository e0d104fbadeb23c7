'use client';
/** A dialog connected to the change it asks about: sent once, a refusal stays in it, what was done is handed on. */
import { ActionDialog, type DialogQuestion, type Said } from '@/components/actions/action-dialog';
import { type InputOf, type ReplyOf, requestOf } from '@/lib/client/call-endpoint';
import { type ActionName, useAct } from '@/lib/client/mutations/act';
import { placeName } from '@/lib/contracts/dataset-id';

export interface ActDialogProps<Name extends ActionName> {
  readonly name: Name;
  readonly place: { readonly lake: string; readonly dataset: string | null };
  readonly question: DialogQuestion;
  readonly inputOf: (said: Said) => InputOf<Name>;
  readonly onDone: (reply: ReplyOf<Name>) => void;
  readonly onClose: () => void;
}

export function ActDialog<Name extends ActionName>(props: ActDialogProps<Name>) {
  const { name, place, question, inputOf, onDone, onClose } = props;
  const act = useAct(name, place);
  return (
    <ActionDialog
      question={question}
      where={placeName(place.lake, place.dataset)}
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
