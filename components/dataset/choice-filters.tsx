/** Chips of a tab's filters: one group per key of the address, each choice a link. */
import type { ReactElement } from 'react';
import { FilterBar, FilterChip, FilterGroup } from '@/components/ui/filter-bar';
import type { IconName } from '@/components/ui/icon-paths';

export interface Choice {
  /** Null is all. */
  readonly id: string | null;
  readonly label: string;
  readonly icon?: IconName;
}

export interface ChoiceGroup {
  readonly key: 'kind' | 'state';
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly current: string | null;
}

type Change = { readonly kind?: string | null; readonly state?: string | null };

export interface ChoiceFiltersProps {
  readonly groups: readonly ChoiceGroup[];
  readonly hrefOf: (change: Change) => string;
  readonly onChange: (change: Change) => void;
}

export function ChoiceFilters({ groups, hrefOf, onChange }: ChoiceFiltersProps): ReactElement {
  return (
    <FilterBar>
      {groups.map(({ key, label, choices, current }) => (
        <FilterGroup key={key} label={label}>
          {choices.map(({ id, label: word, icon }) => (
            <FilterChip
              key={id ?? ''}
              href={hrefOf({ [key]: id })}
              current={current === id}
              onSelect={() => onChange({ [key]: id })}
              {...(icon ? { icon } : {})}
            >
              {word}
            </FilterChip>
          ))}
        </FilterGroup>
      ))}
    </FilterBar>
  );
}
