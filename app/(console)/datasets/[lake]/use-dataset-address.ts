'use client';
/** What of the dataset's pages lives in the address, and the addresses of its tabs and versions; the branch is kept. */
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { DatasetTab } from '@/components/dataset/dataset-tabs';
import { type Span, spans } from '@/components/ribbon/version-ribbon';
import { keptFilterOf } from '@/components/versions/version-filters';
import type { DatasetPlace } from '@/lib/client/queries/datasets';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { versionString } from '@/lib/contracts/primitives';
import type { PagePlace } from './place-of-page';

const spanWords = ['41', '200', 'all'] as const;

const parsers = {
  branch: parseAsString,
  v: parseAsString,
  kept: parseAsString,
  span: parseAsStringLiteral(spanWords).withDefault('41'),
};

export function useDatasetAddress({ lake, id }: PagePlace) {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' });
  const { branch } = state;
  const place = useMemo((): DatasetPlace => ({ lake, id, branch }), [lake, id, branch]);
  const setBranch = useCallback((next: string | null) => setState({ branch: next, v: null }), [setState]);
  const setPinned = useCallback((version: string | null) => setState({ v: version }), [setState]);
  const setKept = useCallback((kept: string | null) => setState({ kept }), [setState]);
  const setSpan = useCallback(
    (span: Span) => setState({ span: spanWords[spans.indexOf(span)] ?? '41' }),
    [setState],
  );
  return {
    place,
    branch,
    setBranch,
    pinned: state.v !== null && versionString.safeParse(state.v).success ? state.v : null,
    setPinned,
    kept: keptFilterOf(state.kept),
    setKept,
    span: spans[spanWords.indexOf(state.span)] ?? null,
    setSpan,
    ...useDatasetHrefs(lake, id, branch),
  };
}

/** Addresses below one dataset; stable while the place is. */
function useDatasetHrefs(lake: string, id: string, branch: string | null) {
  return useMemo(() => {
    const with_ = (rest: string, more: Record<string, string | null> = {}, on: string | null = branch) => {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries({ branch: on, ...more }))
        if (value !== null) query.set(key, value);
      const search = query.toString();
      return datasetHref(lake, id, `${rest}${search === '' ? '' : `?${search}`}`);
    };
    return {
      hrefOfTab: (tab: DatasetTab) => with_(`/${tab}`),
      hrefOfVersion: (version: string, on: string | null = branch) => with_(`/versions/${version}`, {}, on),
      hrefOfSelection: (version: string) => with_('/versions', { v: version }),
      hrefOfMain: with_('/versions', {}, null),
      hrefOfKept: (kept: string | null) => with_('/versions', { kept }),
    };
  }, [lake, id, branch]);
}

export type DatasetAddress = ReturnType<typeof useDatasetAddress>;
