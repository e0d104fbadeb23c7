/** Versions of one dataset: by page, one with its manifest read, and the ribbon's picture of all. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { endpointPages, endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';
import { type DatasetPlace, placeInput } from './datasets';

export interface VersionFilters {
  /** A verdict or a kind of protection. */
  readonly kept?: string;
  readonly limit?: number;
}

export const versionsPages = (place: DatasetPlace, filters: VersionFilters = {}) => {
  const { params, query } = placeInput(place);
  return endpointPages('versions', { params, query: { ...query, ...filters } });
};
export const versionQuery = (place: DatasetPlace, version: string) => {
  const { params, query } = placeInput(place);
  return endpointQuery('version', { params: { ...params, version }, query });
};
export const ribbonQuery = (place: DatasetPlace, span?: number) => {
  const { params, query } = placeInput(place);
  return endpointQuery('ribbon', { params, query: span === undefined ? query : { ...query, span } });
};

export function useVersions(place: DatasetPlace, filters: VersionFilters = {}) {
  return useInfiniteQuery({
    ...versionsPages(place, filters),
    placeholderData: keepPreviousData,
    refetchInterval: useRefetchInterval(),
  });
}

/** @param version null asks nothing: no version is selected */
export function useVersion(place: DatasetPlace, version: string | null) {
  return useQuery({ ...versionQuery(place, version ?? '0'), enabled: version !== null });
}

/** @param span how many versions to show; absent shows the whole history */
export function useRibbon(place: DatasetPlace, span?: number) {
  return useQuery({
    ...ribbonQuery(place, span),
    placeholderData: keepPreviousData,
    refetchInterval: useRefetchInterval(),
  });
}
