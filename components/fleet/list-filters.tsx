'use client';
/** The filters above a list: name, lake, kind, state; every choice is a link to the list so filtered. */
import { FilterBar, FilterChip, FilterGroup, FilterText } from '@/components/ui/filter-bar';
import type { IconName } from '@/components/ui/icon-paths';
import type { FilterChange, FilterState } from './filter-state';

export interface FilterChoice {
  /** Null is all. */
  readonly id: string | null;
  readonly label: string;
  readonly icon?: IconName;
}

export interface ListFiltersProps {
  readonly filters: FilterState;
  /** Ids of the configured lakes; one lake needs no filter. */
  readonly lakes: readonly string[];
  readonly kinds?: readonly FilterChoice[];
  readonly states: readonly FilterChoice[];
  /** What the name is matched against: `Dataset or id`. */
  readonly textLabel: string;
  readonly hrefOf: (change: FilterChange) => string;
  readonly onChange: (change: FilterChange) => void;
}

export function ListFilters({
  filters,
  lakes,
  kinds,
  states,
  textLabel,
  hrefOf,
  onChange,
}: ListFiltersProps) {
  const lakeChoices: readonly FilterChoice[] = [
    { id: null, label: 'All lakes' },
    ...lakes.map((id) => ({ id, label: id })),
  ];
  const groups = [
    ...(lakes.length > 1 ? [{ key: 'lake' as const, label: 'Lake', choices: lakeChoices }] : []),
    ...(kinds ? [{ key: 'kind' as const, label: 'Kind', choices: kinds }] : []),
    { key: 'state' as const, label: 'State', choices: states },
  ];
  return (
    <FilterBar>
      <FilterText label={textLabel} value={filters.q ?? ''} onChange={(q) => onChange({ q })} />
      {groups.map(({ key, label, choices }) => (
        <FilterGroup key={key} label={label}>
          {choices.map(({ id, label: word, icon }) => (
            <FilterChip
              key={id ?? ''}
              href={hrefOf({ [key]: id })}
              current={filters[key] === id}
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
