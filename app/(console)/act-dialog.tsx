'use client';
/** A dialog connected to the change it asks about: sent once, a refusal stays in it, what was done is handed on. */
import { ActionDialog, type DialogQuestion, type Said } from '@/components/actions/action-dialog';
import { secondPersonQuestion } from '@/components/approvals/approval-words';
import { type InputOf, type ReplyOf, requestOf } from '@/lib/client/call-endpoint';
import { type ActionName, useAct } from '@/lib/client/mutations/act';
import { type RunActionName, useRunAction } from '@/lib/client/mutations/runs';
import { placeName } from '@/lib/contracts/dataset-id';

export interface ActDialogProps<Name extends ActionName | RunActionName> {
  readonly name: Name;
  readonly place: { readonly lake: string; readonly dataset: string | null };
  readonly question: DialogQuestion;
  /** The configuration asks for another person first: pressing only asks. */
  readonly second?: boolean;
  readonly inputOf: (said: Said) => InputOf<Name>;
  readonly onDone: (reply: ReplyOf<Name>) => void;
  readonly onClose: () => void;
}

export function ActDialog<Name extends ActionName>(props: ActDialogProps<Name>) {
  return <ConnectedDialog {...props} act={useAct(props.name, props.place)} />;
}

/** The same for plans and runs, which change no dataset's rows by themselves. */
export function RunActDialog<Name extends RunActionName>(props: ActDialogProps<Name>) {
  return <ConnectedDialog {...props} act={useRunAction(props.name)} />;
}

interface ConnectedDialogProps<Name extends ActionName | RunActionName> extends ActDialogProps<Name> {
  readonly act: {
    readonly isPending: boolean;
    readonly error: unknown;
    mutateAsync(input: InputOf<Name>): Promise<ReplyOf<Name>>;
  };
}

function ConnectedDialog<Name extends ActionName | RunActionName>(props: ConnectedDialogProps<Name>) {
  const { name, place, question, second = false, inputOf, onDone, onClose, act } = props;
  const asked = second ? secondPersonQuestion(question) : question;
  return (
    <ActionDialog
      question={asked}
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
