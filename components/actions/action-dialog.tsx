'use client';
/** Asks the real question before something is changed: consequences first, the safe choice in focus, one submission at a time. */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { type HttpRequest, HttpRequestView } from './http-request';
import { RefusalView } from './refusal-view';

export interface Field {
  readonly id: string;
  readonly label: string;
  readonly initial?: string;
  readonly hint?: ReactNode;
  readonly mono?: boolean;
  /** Choices instead of free text: value and words. */
  readonly choices?: readonly (readonly [string, string])[];
}

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

export interface DialogQuestion {
  /** With the object and the number: `Delete tag v1?` */
  readonly title: string;
  /** What happens, who is affected, one line each. */
  readonly consequences: readonly ReactNode[];
  readonly fields?: readonly Field[];
  readonly statements?: readonly Statement[];
  readonly asksReason?: boolean;
  /** What must be typed, whole. */
  readonly typedName?: { readonly name: string; readonly label: string };
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
  /** Settles when it was answered: until then nothing is sent again. */
  readonly onSubmit: (said: Said) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ActionDialog(props: ActionDialogProps) {
  const { question, where, requestOf, pending, error, onSubmit, onClose } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState<Said>(() => nothingSaid(question));
  const missing = missingOf(question, said);
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
      className="action"
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
        <Inputs question={question} said={said} onSaid={setSaid} />
        {error === null || error === undefined ? null : <RefusalView error={error} />}
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

interface InputsProps {
  readonly question: DialogQuestion;
  readonly said: Said;
  readonly onSaid: (said: Said) => void;
}

function Inputs({ question, said, onSaid }: InputsProps) {
  const { fields = [], statements = [], asksReason, typedName } = question;
  return (
    <>
      {fields.map((field) => (
        <TextField
          key={field.id}
          field={field}
          value={said.fields[field.id] ?? ''}
          onChange={(value) => onSaid({ ...said, fields: { ...said.fields, [field.id]: value } })}
        />
      ))}
      {statements.map(({ id, words }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={said.statements[id] === true}
            onChange={(event) =>
              onSaid({ ...said, statements: { ...said.statements, [id]: event.currentTarget.checked } })
            }
          />
          {words}
        </label>
      ))}
      {asksReason ? (
        <TextField
          field={{ id: 'reason', label: 'Reason', hint: 'Kept in the journal.' }}
          value={said.reason}
          onChange={(reason) => onSaid({ ...said, reason })}
        />
      ) : null}
      {typedName === undefined ? null : (
        <TextField
          field={{
            id: 'typed',
            label: typedName.label,
            mono: true,
            hint: (
              <>
                Type exactly <code className="break">{typedName.name}</code>
              </>
            ),
          }}
          value={said.typed}
          onChange={(typed) => onSaid({ ...said, typed })}
        />
      )}
    </>
  );
}

interface TextFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ field, value, onChange }: TextFieldProps) {
  const id = useId();
  const { label, hint, mono, choices } = field;
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        <input
          {...{ id, value, ...described }}
          className={mono ? 'input mono' : 'input'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select
          {...{ id, value, ...described }}
          className="input"
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

function nothingSaid({ fields = [] }: DialogQuestion): Said {
  return {
    fields: Object.fromEntries(fields.map(({ id, initial = '' }) => [id, initial])),
    ...{ statements: {}, reason: '', typed: '' },
  };
}

/** Why it cannot be submitted yet; null when it can. */
function missingOf(question: DialogQuestion, said: Said): string | null {
  const { fields = [], statements = [], asksReason, typedName } = question;
  const empty = fields.find(({ id }) => (said.fields[id] ?? '').trim() === '');
  if (empty !== undefined) return `${empty.label} is missing.`;
  if (statements.some(({ id }) => said.statements[id] !== true)) return 'Every statement must be ticked.';
  if (asksReason && said.reason.trim().length < 3) return 'A reason is missing.';
  if (typedName !== undefined && said.typed !== typedName.name) return 'The name is not typed exactly.';
  return null;
}
