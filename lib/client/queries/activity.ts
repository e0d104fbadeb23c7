/** The journal by page, the freeze of a lake, and what the console itself keeps there. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InputOf } from '@/lib/client/call-endpoint';
import { endpointPages, endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export type ActivityFilters = Omit<NonNullable<InputOf<'activity'>['query']>, 'cursor'>;

export function useActivity(filters: ActivityFilters) {
  return useInfiniteQuery({
    ...endpointPages('activity', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: useRefetchInterval(),
  });
}

export function useFreeze(lake: string) {
  return useQuery({
    ...endpointQuery('freeze', { params: { lake } }),
    refetchInterval: useRefetchInterval(),
  });
}

export function useOwnBytes(lake: string) {
  return useQuery(endpointQuery('ownBytes', { params: { lake } }));
}
