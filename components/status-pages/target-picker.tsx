'use client';
/** Chooses what is on a page from what the console knows, and gives each its words; what is chosen stays in its order. */
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { lineProblem, targetIcons, targetKey, targetKinds, targetName } from './target-rules';

export interface TargetPickerProps {
  readonly targets: readonly StatusTarget[];
  readonly onTargets: (targets: readonly StatusTarget[]) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What is known under the text; what is chosen already is left out here. */
  readonly found: readonly StatusTarget[];
  /** Said below: that it is still read, that there is more, what failed. */
  readonly note: string;
}

export const maxLabel = 120;
export const maxDescription = 240;

export function TargetPicker({ targets, onTargets, text, onText, found, note }: TargetPickerProps) {
  const id = useId();
  const chosen = new Set(targets.map(targetKey));
  const open = found.filter((target) => !chosen.has(targetKey(target)));
  return (
    <fieldset className="target-picker">
      <legend>What is on the page</legend>
      {targets.length === 0 ? <p className="caption">Nothing yet. Find it below.</p> : null}
      <ul className="chosen">
        {targets.map((target, place) => (
          <Chosen
            key={targetKey(target)}
            target={target}
            onChange={(changed) => onTargets(targets.map((one, at) => (at === place ? changed : one)))}
            onRemove={() => onTargets(targets.filter((_, at) => at !== place))}
          />
        ))}
      </ul>
      <div className="field">
        <label htmlFor={id}>Find a lake, dataset, serving set or lock</label>
        <input
          id={id}
          className="input"
          type="search"
          maxLength={256}
          autoComplete="off"
          value={text}
          aria-describedby={`${id}-hint`}
          // Enter here looks for something; it never sends the form.
          onKeyDown={(event) => (event.key === 'Enter' ? event.preventDefault() : undefined)}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <span id={`${id}-hint`} className="hint" role="status">
          {note}
        </span>
      </div>
      <ul className="found">
        {open.map((target) => (
          <li key={targetKey(target)}>
            <Icon name={targetIcons[target.kind]} size="sm" />
            <span className="break">
              {targetName(target)} <span className="faint">{targetKinds[target.kind].toLowerCase()}</span>
            </span>
            <Button
              small
              aria-label={`Add ${targetKinds[target.kind].toLowerCase()} ${targetName(target)}`}
              onClick={() => onTargets([...targets, target])}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const words = [
  { word: 'label', says: 'Label', hint: 'Label for outsiders', max: maxLabel },
  { word: 'description', says: 'Description', hint: 'One line below it', max: maxDescription },
] as const;

interface ChosenProps {
  readonly target: StatusTarget;
  readonly onChange: (target: StatusTarget) => void;
  readonly onRemove: () => void;
}

function Chosen({ target, onChange, onRemove }: ChosenProps) {
  const name = targetName(target);
  return (
    <li>
      <span className="row-name break">
        <Icon name={targetIcons[target.kind]} size="sm" />
        {name}
      </span>
      {words.map(({ word, says, hint, max }) => (
        <input
          key={word}
          className="input"
          aria-label={`${says} of ${name}`}
          placeholder={hint}
          maxLength={max}
          value={target[word] ?? ''}
          onChange={(event) => onChange({ ...target, [word]: event.currentTarget.value || null })}
        />
      ))}
      <IconButton icon="close" label={`Take ${name} off the page`} small onClick={onRemove} />
    </li>
  );
}

/** As it is sent: without spaces at the ends, empty words left out. */
export function trimmedTargets(targets: readonly StatusTarget[]): readonly StatusTarget[] {
  return targets.map((target) => ({
    ...target,
    label: target.label?.trim() || null,
    description: target.description?.trim() || null,
  }));
}

/** Why the chosen cannot be sent; null when they can. */
export function targetsProblem(targets: readonly StatusTarget[]): string | null {
  if (targets.length === 0) return 'Nothing is on the page yet.';
  if (targets.length > 200) return 'At most 200 objects fit on a page.';
  for (const target of targets) {
    const problem =
      lineProblem(target.label ?? '', maxLabel) ?? lineProblem(target.description ?? '', maxDescription);
    if (problem !== null) return `${targetName(target)}: ${problem}`;
  }
  return null;
}
