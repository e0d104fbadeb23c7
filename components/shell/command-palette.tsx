'use client';
/** Finds datasets, tags, versions and leases by what is typed; what was asked of the server and is missing is said. */
import { Command } from 'cmdk';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-paths';

export interface PaletteItem {
  readonly href: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

export interface CommandPaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  readonly reading: boolean;
  /** Said below the list: a failed search, or that there is more than is shown. */
  readonly note: string | null;
  readonly onOpen: (href: string) => void;
  readonly onClose: () => void;
}

export function CommandPalette({
  text,
  onText,
  groups,
  reading,
  note,
  onOpen,
  onClose,
}: CommandPaletteProps) {
  const first = firstValue(groups);
  const [chosen, setChosen] = useState({ value: first, of: first });
  // A new best match is chosen at once; a choice by the arrows holds until then.
  if (chosen.of !== first) setChosen({ value: first, of: first });
  const empty = first === '';
  return (
    <Dialog open onClose={onClose} bare className="palette" title="Find a dataset, tag, version or lease">
      <Command
        shouldFilter={false}
        loop
        label="Find"
        value={chosen.value}
        onValueChange={(value) => setChosen({ value, of: first })}
      >
        <Command.Input
          value={text}
          onValueChange={onText}
          maxLength={256}
          placeholder="events, nightly, events v1841"
        />
        <Command.List label="Found">
          {groups.map(({ heading, items }) =>
            items.length === 0 ? null : (
              <Command.Group key={heading} heading={heading}>
                {items.map((item) => (
                  <Command.Item
                    key={`${item.href} ${item.label}`}
                    value={itemValue(heading, item)}
                    onSelect={() => onOpen(item.href)}
                  >
                    <Icon name={item.icon} size="sm" />
                    {item.label}
                    <span className="end">{item.detail}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            ),
          )}
        </Command.List>
        <p className="note" role="status">
          {reading
            ? 'Reading…'
            : empty
              ? 'Nothing found under this name.'
              : (note ?? 'Arrows choose, Enter opens, Esc closes.')}
        </p>
      </Command>
    </Dialog>
  );
}

/** What tells one item from all others; cmdk compares it trimmed. */
function itemValue(heading: string, { href, label }: PaletteItem): string {
  return `${heading} ${href} ${label}`.trim();
}

function firstValue(groups: readonly PaletteGroup[]): string {
  for (const { heading, items } of groups) {
    const [item] = items;
    if (item !== undefined) return itemValue(heading, item);
  }
  return '';
}
