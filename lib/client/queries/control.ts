/** Control state of one dataset, by page: references, leases, retirement markers, intents. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { endpointPages } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';
import { type DatasetPlace, placeInput } from './datasets';

export interface ControlFilters {
  readonly kind?: string;
  readonly state?: string;
  readonly limit?: number;
}

function inputOf(place: DatasetPlace, filters: ControlFilters) {
  const { params, query } = placeInput(place);
  return { params, query: { ...query, ...filters } };
}

export const referencesPages = (place: DatasetPlace, filters: ControlFilters = {}) =>
  endpointPages('references', inputOf(place, filters));
export const leasesPages = (place: DatasetPlace, filters: ControlFilters = {}) =>
  endpointPages('leases', inputOf(place, filters));
export const retirementsPages = (place: DatasetPlace, filters: ControlFilters = {}) =>
  endpointPages('retirements', inputOf(place, filters));
export const intentsPages = (place: DatasetPlace, filters: ControlFilters = {}) =>
  endpointPages('intents', inputOf(place, filters));

function useLiveList() {
  return { placeholderData: keepPreviousData, refetchInterval: useRefetchInterval() } as const;
}

export function useReferences(place: DatasetPlace, filters: ControlFilters = {}) {
  return useInfiniteQuery({ ...referencesPages(place, filters), ...useLiveList() });
}

export function useLeases(place: DatasetPlace, filters: ControlFilters = {}) {
  return useInfiniteQuery({ ...leasesPages(place, filters), ...useLiveList() });
}

export function useRetirements(place: DatasetPlace, filters: ControlFilters = {}) {
  return useInfiniteQuery({ ...retirementsPages(place, filters), ...useLiveList() });
}

export function useIntents(place: DatasetPlace, filters: ControlFilters = {}) {
  return useInfiniteQuery({ ...intentsPages(place, filters), ...useLiveList() });
}
