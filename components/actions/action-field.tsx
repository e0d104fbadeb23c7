/** One field of a dialog: a line, several lines, a moment or a choice, with its name and what helps to fill it. */
import { type ReactNode, useId } from 'react';

export interface Field {
  readonly id: string;
  readonly label: string;
  readonly initial?: string;
  readonly hint?: ReactNode;
  readonly mono?: boolean;
  /** Choices instead of free text: value and words. */
  readonly choices?: readonly (readonly [string, string])[];
  /** It may stay empty. */
  readonly optional?: boolean;
  /** Several lines: Enter makes one more. */
  readonly lines?: number;
  /** A day and a time as the browser asks for them: `2030-01-01T09:00`. */
  readonly moment?: boolean;
  /** Why what is typed cannot be sent; null when it can. Not asked about an empty value. */
  readonly wrong?: (value: string) => string | null;
}

export interface ActionFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ActionField({ field, value, onChange }: ActionFieldProps) {
  const id = useId();
  const { label, optional } = field;
  const wrong = value === '' ? null : (field.wrong?.(value) ?? null);
  const hint = wrong ?? field.hint;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional ? <span className="faint"> (may stay empty)</span> : null}
      </label>
      <Control
        field={field}
        value={value}
        onChange={onChange}
        id={id}
        wrong={wrong !== null}
        described={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint === undefined ? null : (
        <span className={wrong === null ? 'hint' : 'hint stop'} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface ControlProps extends ActionFieldProps {
  readonly id: string;
  readonly wrong: boolean;
  readonly described: string | undefined;
}

function Control({ field, value, onChange, id, wrong, described }: ControlProps) {
  const { mono, choices, lines, moment } = field;
  const shared = {
    ...{ id, value },
    className: ['input', mono ? 'mono' : '', lines ? 'area' : '', wrong ? 'wrong' : '']
      .filter(Boolean)
      .join(' '),
    ...(described === undefined ? {} : { 'aria-describedby': described }),
    ...(wrong ? { 'aria-invalid': true } : {}),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  if (choices !== undefined) {
    return (
      <select {...shared}>
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  if (lines !== undefined) return <textarea {...shared} rows={lines} />;
  return (
    <input
      {...shared}
      {...(moment ? { type: 'datetime-local' } : {})}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Why a field cannot be sent as it is; null when it can. */
export function fieldProblem({ label, optional, wrong }: Field, value: string): string | null {
  if (value.trim() === '') return optional ? null : `${label} is missing.`;
  return wrong?.(value) ?? null;
}
