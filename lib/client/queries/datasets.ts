/** The list of datasets by page, and one dataset. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InputOf } from '@/lib/client/call-endpoint';
import { endpointPages, endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export type DatasetFilters = Omit<NonNullable<InputOf<'datasets'>['query']>, 'cursor'>;

/** A dataset by its lake and its wire id; `branch` null is main. */
export interface DatasetPlace {
  readonly lake: string;
  readonly id: string;
  readonly branch?: string | null;
}

/** The place as an endpoint takes it. */
export function placeInput({ lake, id, branch }: DatasetPlace) {
  return { params: { lake, id }, query: branch ? { branch } : {} };
}

export const datasetsPages = (filters: DatasetFilters) => endpointPages('datasets', { query: filters });
export const datasetQuery = (place: DatasetPlace) => endpointQuery('dataset', placeInput(place));

export function useDatasets(filters: DatasetFilters) {
  return useInfiniteQuery({
    ...datasetsPages(filters),
    placeholderData: keepPreviousData,
    refetchInterval: useRefetchInterval(),
  });
}

export function useDataset(place: DatasetPlace) {
  return useQuery({ ...datasetQuery(place), refetchInterval: useRefetchInterval() });
}
