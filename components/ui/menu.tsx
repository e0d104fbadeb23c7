'use client';
/** A menu below its button: arrows walk it, a letter jumps, Escape closes; one of a group may be the chosen one. */
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Present in a group of which one is chosen. */
  readonly chosen?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button; it gets the menu's behaviour. */
  readonly trigger: ReactNode;
  readonly heading?: ReactNode;
  readonly choices: readonly MenuChoice[];
  readonly defaultOpen?: boolean;
}

export function Menu({ trigger, heading, choices, defaultOpen = false }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen={defaultOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* No portal: the menu stays inside its button's landmark, and its fixed position leaves no box that clips. */}
      <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        {heading ? <DropdownMenu.Label className="label">{heading}</DropdownMenu.Label> : null}
        {choices.map((choice) => (
          <Choice key={choice.id} choice={choice} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Choice({ choice: { label, icon, chosen, onSelect } }: { readonly choice: MenuChoice }) {
  const body = (
    <>
      {icon ? <Icon name={icon} size="sm" /> : null}
      {label}
      {chosen ? (
        <span className="end">
          <Icon name="check" size="sm" />
        </span>
      ) : null}
    </>
  );
  if (chosen === undefined) {
    return <DropdownMenu.Item onSelect={onSelect}>{body}</DropdownMenu.Item>;
  }
  return (
    <DropdownMenu.CheckboxItem checked={chosen} onSelect={onSelect}>
      {body}
    </DropdownMenu.CheckboxItem>
  );
}
