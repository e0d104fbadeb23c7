'use client';
/** Asks the real question before something is changed: consequences first, the safe choice in focus, one submission at a time. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ActionField, type Field, fieldProblem } from './action-field';
import { type HttpRequest, HttpRequestView } from './http-request';
import { RefusalView } from './refusal-view';

export interface Statement {
  readonly id: string;
  /** What a person states by ticking it; it starts unticked. */
  readonly words: string;
}

/** What a person said in the dialog. */
export interface Said {
  readonly fields: Readonly<Record<string, string>>;
  readonly statements: Readonly<Record<string, boolean>>;
  readonly reason: string;
  readonly typed: string;
}

/** The name itself, or the field whose value must be typed once more. */
export type TypedName =
  | { readonly name: string; readonly label: string }
  | { readonly field: string; readonly label: string };

export interface DialogQuestion {
  /** With the object and the number: `Delete tag v1?` */
  readonly title: string;
  /** What happens, who is affected, one line each. */
  readonly consequences: readonly ReactNode[];
  readonly fields?: readonly Field[];
  readonly statements?: readonly Statement[];
  readonly asksReason?: boolean;
  /** What must be typed, whole. */
  readonly typedName?: TypedName;
  /** Repeats the verb: `Delete tag v1`. */
  readonly submit: string;
  /** It takes something away. */
  readonly halt?: boolean;
}

export interface ActionDialogProps {
  readonly question: DialogQuestion;
  /** The dataset or lake it is done in: `prod/eu/orders.lance`. */
  readonly where: string;
  readonly requestOf: (said: Said) => HttpRequest;
  readonly pending: boolean;
  /** What refused the last try; stays in the dialog. */
  readonly error: unknown;
  /** What is asked beside the fields, or follows from what is said. */
  readonly beside?: (said: Said) => ReactNode;
  /** What is missing there; null when nothing is. */
  readonly lacks?: (said: Said) => string | null;
  /** What leads on after a refusal. */
  readonly wayOut?: ReactNode;
  readonly wide?: boolean;
  /** Settles when it was answered: until then nothing is sent again. */
  readonly onSubmit: (said: Said) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ActionDialog(props: ActionDialogProps) {
  const { question, where, requestOf, pending, error, beside, lacks, wayOut, onSubmit, onClose } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<Said>(nothingSaid);
  // A field that nobody touched follows the question, when what it rests on is read again.
  const said: Said = { ...typed, fields: { ...initialsOf(question), ...typed.fields } };
  const missing = missingOf(question, said) ?? lacks?.(said) ?? null;
  /** Two key presses of one moment come before anything is drawn again. */
  const sent = useRef(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent.current || pending || missing !== null) return;
    sent.current = true;
    const again = () => {
      sent.current = false;
    };
    onSubmit(said).then(again, again);
  };
  return (
    <Dialog
      open
      title={question.title}
      className={props.wide ? 'action wide' : 'action'}
      initialFocus={cancel}
      // What was sent is answered here, so the dialog stays until then.
      onClose={() => (pending ? undefined : onClose())}
    >
      <form onSubmit={submit} aria-busy={pending}>
        <p className="caption break">
          In <b>{where}</b>
        </p>
        <ul className="consequences">
          {question.consequences.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one question do not move
            <li key={index}>{line}</li>
          ))}
        </ul>
        <Inputs question={question} typed={typed} said={said} onTyped={setTyped} />
        {beside?.(said)}
        <Answer error={error} wayOut={wayOut} />
        <HttpRequestView request={requestOf(said)} />
        <div className="form-go end">
          <button type="button" className="btn" ref={cancel} onClick={onClose} disabled={pending}>
            Cancel
          </button>
          <Button
            type="submit"
            variant={question.halt ? 'halt' : 'primary'}
            pending={pending}
            refusal={missing}
          >
            {question.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What refused, and what leads on, where it is seen: a long dialog may stand elsewhere. */
function Answer({ error, wayOut }: Pick<ActionDialogProps, 'error' | 'wayOut'>) {
  const place = useRef<HTMLDivElement>(null);
  const refused = error !== null && error !== undefined;
  const seen = refused ? error : null;
  useEffect(() => {
    if (seen !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [seen]);
  return (
    <div ref={place} className="answer">
      {refused ? <RefusalView error={error} /> : null}
      {wayOut}
    </div>
  );
}

interface InputsProps {
  readonly question: DialogQuestion;
  /** What was touched. */
  readonly typed: Said;
  /** The same over what stands there from the start. */
  readonly said: Said;
  readonly onTyped: (typed: Said) => void;
}

function Inputs({ question, typed, said, onTyped }: InputsProps) {
  const { fields = [], statements = [], asksReason, typedName } = question;
  return (
    <>
      {fields.map((field) => (
        <ActionField
          key={field.id}
          field={field}
          value={said.fields[field.id] ?? ''}
          onChange={(value) => onTyped({ ...typed, fields: { ...typed.fields, [field.id]: value } })}
        />
      ))}
      {statements.map(({ id, words }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={said.statements[id] === true}
            onChange={(event) =>
              onTyped({ ...typed, statements: { ...typed.statements, [id]: event.currentTarget.checked } })
            }
          />
          {words}
        </label>
      ))}
      {asksReason ? (
        <ActionField
          field={{ id: 'reason', label: 'Reason', hint: 'Kept in the journal.' }}
          value={said.reason}
          onChange={(reason) => onTyped({ ...typed, reason })}
        />
      ) : null}
      {typedName === undefined ? null : (
        <ActionField
          field={{
            id: 'typed',
            label: typedName.label,
            mono: true,
            hint: (
              <>
                Type exactly{' '}
                {toType(typedName, said) === '' ? (
                  'what stands above'
                ) : (
                  <code className="break">{toType(typedName, said)}</code>
                )}
              </>
            ),
          }}
          value={said.typed}
          onChange={(name) => onTyped({ ...typed, typed: name })}
        />
      )}
    </>
  );
}

const nothingSaid: Said = { fields: {}, statements: {}, reason: '', typed: '' };

function initialsOf({ fields = [] }: DialogQuestion): Said['fields'] {
  return Object.fromEntries(fields.map(({ id, initial = '' }) => [id, initial]));
}

function toType(typedName: TypedName, { fields }: Said): string {
  return 'name' in typedName ? typedName.name : (fields[typedName.field] ?? '').trim();
}

/** Why it cannot be submitted yet; null when it can. */
function missingOf(question: DialogQuestion, said: Said): string | null {
  const { fields = [], statements = [], asksReason, typedName } = question;
  for (const field of fields) {
    const problem = fieldProblem(field, said.fields[field.id] ?? '');
    if (problem !== null) return problem;
  }
  if (statements.some(({ id }) => said.statements[id] !== true)) return 'Every statement must be ticked.';
  if (asksReason && said.reason.trim().length < 3) return 'A reason is missing.';
  if (typedName !== undefined && said.typed !== toType(typedName, said))
    return 'The name is not typed exactly.';
  return null;
}
