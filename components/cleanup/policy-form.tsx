'use client';
/** What a cleanup may take: filters that must all agree, and what it may do beyond them; dangerous ones start empty. */
import { useId } from 'react';
import type { PolicyField, PolicyText } from './policy-text-rules';

export interface PolicyFormProps {
  readonly text: PolicyText;
  readonly problems: Readonly<Partial<Record<PolicyField, string>>>;
  readonly onChange: (field: PolicyField, value: string | null) => void;
}

const inputs: readonly (readonly [PolicyField, string, string, string])[] = [
  ['older', 'Older than', '14days', 'Both its own time and its stored time must be older.'],
  ['retain', 'Keep the newest', '20', 'This many versions stay whatever their age.'],
  ['before', 'Only below version', '', 'Strictly lower versions.'],
  ['versions', 'Exactly these versions', '', 'Separated by commas.'],
  ['keep', 'Keep tags', 'release-*', 'Versions under these tags stay; * and ? match.'],
  ['branch', 'Branch', '', 'Empty is main.'],
  ['young', 'Leave alone what is younger than', '1h', 'An hour unless stated; a commit may be under way.'],
];

export function PolicyForm({ text, problems, onChange }: PolicyFormProps) {
  return (
    <form className="form-stack" aria-label="Policy" onSubmit={(event) => event.preventDefault()}>
      {inputs.map(([field, label, placeholder, hint]) => (
        <TextInput key={field} {...{ field, label, placeholder, hint, text, problems, onChange }} />
      ))}
      <label className="check">
        <input
          type="checkbox"
          checked={text.tagged === 'refuse'}
          onChange={(event) => onChange('tagged', event.currentTarget.checked ? 'refuse' : null)}
        />
        Refuse the whole plan when a tagged version is selected, as Lance does
      </label>
      <TextInput
        field="attest"
        label="Take files that no manifest mentions at once"
        placeholder="left empty: only after 7 days"
        hint="State that no writer runs: a commit under way would lose its files."
        {...{ text, problems, onChange }}
      />
    </form>
  );
}

interface TextInputProps extends PolicyFormProps {
  readonly field: PolicyField;
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}

function TextInput({ field, label, placeholder, hint, text, problems, onChange }: TextInputProps) {
  const id = useId();
  const problem = problems[field];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, placeholder }}
        className={problem === undefined ? 'input' : 'input wrong'}
        value={text[field] ?? ''}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) =>
          onChange(field, event.currentTarget.value === '' ? null : event.currentTarget.value)
        }
      />
      <span id={`${id}-hint`} className={problem === undefined ? 'hint' : 'hint stop'}>
        {problem ?? hint}
      </span>
    </div>
  );
}
