'use client';
/** The filters and the order of a list, held in its address: what can be seen can be sent. */
import { createSerializer, parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { FilterChange, FilterState } from '@/components/fleet/filter-state';
import { nextSort, parseSort, type Sort } from '@/components/ui/sort-rules';
import { lakeId } from '@/lib/contracts/primitives';

const parsers = {
  lake: parseAsString,
  q: parseAsString,
  kind: parseAsString,
  state: parseAsString,
  sort: parseAsString,
};

const serialize = createSerializer(parsers);

export interface ListAddress {
  readonly filters: FilterState;
  /** The filters as an endpoint takes them: what is not set, or cannot be meant, is left out. */
  readonly query: {
    readonly lake?: string;
    readonly q?: string;
    readonly kind?: string;
    readonly state?: string;
  };
  readonly filtered: boolean;
  readonly sort: Sort | null;
  readonly onSort: (columnId: string) => void;
  readonly hrefOf: (change: FilterChange) => string;
  readonly onChange: (change: FilterChange) => void;
  readonly clearHref: string;
  readonly onClear: () => void;
}

/** @param path the list's own, @param sortable the columns that may be sorted by */
export function useListAddress(path: string, sortable: readonly string[]): ListAddress {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' });
  const { lake, q, kind, state: standing, sort } = state;
  const query = useMemo(
    () => ({
      ...(lake !== null && lakeId.safeParse(lake).success ? { lake } : {}),
      ...(q ? { q: q.slice(0, 256) } : {}),
      ...(kind ? { kind: kind.slice(0, 64) } : {}),
      ...(standing ? { state: standing.slice(0, 64) } : {}),
    }),
    [lake, q, kind, standing],
  );
  const parsedSort = useMemo(() => parseSort(sort, sortable), [sort, sortable]);
  const onChange = useCallback(
    (change: FilterChange) => void setState({ ...change, ...(change.q === '' ? { q: null } : {}) }),
    [setState],
  );
  return {
    filters: { lake, q, kind, state: standing },
    query,
    filtered: Object.keys(query).length > 0,
    sort: parsedSort,
    onSort: useCallback((id) => void setState({ sort: nextSort(parsedSort, id) }), [setState, parsedSort]),
    hrefOf: (change) => serialize(path, { ...state, ...change }),
    onChange,
    clearHref: serialize(path, { sort }),
    onClear: () => void setState({ lake: null, q: null, kind: null, state: null }),
  };
}
