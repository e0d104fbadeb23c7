/** The filter over versions: by verdict or by the kind of reason, one at a time, in the address. */
import type { ReactElement } from 'react';
import { FilterBar, FilterChip, FilterGroup } from '@/components/ui/filter-bar';
import type { IconName } from '@/components/ui/icon-paths';

interface KeptFilter {
  readonly value: string;
  readonly words: string;
  readonly icon?: IconName;
}

const byVerdict: readonly KeptFilter[] = [
  { value: 'held', words: 'Held' },
  { value: 'policy', words: 'By policy', icon: 'policy' },
  { value: 'reclaimable', words: 'Reclaimable', icon: 'free' },
  { value: 'unknown', words: 'Unknown', icon: 'unk' },
];
const byKind: readonly KeptFilter[] = [
  { value: 'tag', words: 'Tags', icon: 'tag' },
  { value: 'branch', words: 'Branches', icon: 'branch' },
  { value: 'lease', words: 'Leases', icon: 'lease' },
  { value: 'intent', words: 'Intents', icon: 'intent' },
  { value: 'retirement', words: 'Retirement', icon: 'retire' },
  { value: 'unreadable', words: 'Not readable', icon: 'stop' },
];

/** A value of the address that is one of ours; anything else filters nothing. */
export function keptFilterOf(value: string | null): string | null {
  return [...byVerdict, ...byKind].find((each) => each.value === value)?.value ?? null;
}

export interface VersionFiltersProps {
  readonly kept: string | null;
  readonly onKept: (kept: string | null) => void;
  readonly hrefOf: (kept: string | null) => string;
}

export function VersionFilters({ kept, onKept, hrefOf }: VersionFiltersProps): ReactElement {
  const chip = ({ value, words, icon }: KeptFilter) => (
    <FilterChip
      key={value}
      href={hrefOf(value)}
      current={kept === value}
      onSelect={() => onKept(value)}
      {...(icon ? { icon } : {})}
    >
      {words}
    </FilterChip>
  );
  return (
    <FilterBar>
      <FilterGroup label="By verdict">
        <FilterChip href={hrefOf(null)} current={kept === null} onSelect={() => onKept(null)}>
          All
        </FilterChip>
        {byVerdict.map(chip)}
      </FilterGroup>
      <FilterGroup label="By reason">{byKind.map(chip)}</FilterGroup>
      <span className="caption end">Newest first. Filters look through what has been listed.</span>
    </FilterBar>
  );
}
