/** Control state of all datasets, by page, for the fleet boards. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { InputOf } from '@/lib/client/call-endpoint';
import { endpointPages } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export type FleetFilters = Omit<NonNullable<InputOf<'fleetLeases'>['query']>, 'cursor'>;

export const fleetLeasesPages = (query: FleetFilters) => endpointPages('fleetLeases', { query });
export const fleetRetirementsPages = (query: FleetFilters) => endpointPages('fleetRetirements', { query });
export const fleetReferencesPages = (query: FleetFilters) => endpointPages('fleetReferences', { query });
export const fleetIntentsPages = (query: FleetFilters) => endpointPages('fleetIntents', { query });

function useLiveList() {
  return { placeholderData: keepPreviousData, refetchInterval: useRefetchInterval() } as const;
}

export function useFleetLeases(filters: FleetFilters) {
  return useInfiniteQuery({ ...fleetLeasesPages(filters), ...useLiveList() });
}

export function useFleetRetirements(filters: FleetFilters) {
  return useInfiniteQuery({ ...fleetRetirementsPages(filters), ...useLiveList() });
}

export function useFleetReferences(filters: FleetFilters, enabled = true) {
  return useInfiniteQuery({ ...fleetReferencesPages(filters), ...useLiveList(), enabled });
}

export function useFleetIntents(filters: FleetFilters, enabled = true) {
  return useInfiniteQuery({ ...fleetIntentsPages(filters), ...useLiveList(), enabled });
}
