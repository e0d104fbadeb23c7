/** Plans, runs and receipts; what a policy would do is asked for anew whenever somebody changes it. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint, type InputOf } from '@/lib/client/call-endpoint';
import { endpointPages, endpointQuery } from '@/lib/client/endpoint-query';
import { useLiveMode, useRefetchInterval } from '@/lib/client/live-mode';
import type { CleanupPolicyView } from '@/lib/contracts/plans';
import type { DatasetPlace } from './datasets';

export type PlanFilters = NonNullable<InputOf<'plans'>['query']>;
export type RunFilters = Omit<NonNullable<InputOf<'runs'>['query']>, 'cursor'>;

/** A run that works moves every second. */
const followMs = 2_000;

/** @param policy null: none that could be asked about */
export function usePreview({ lake, id }: DatasetPlace, policy: CleanupPolicyView | null) {
  const params = { lake, id };
  return useQuery({
    queryKey: ['endpoint', 'previewCleanup', params, policy] as const,
    queryFn: ({ signal }) =>
      callEndpoint('previewCleanup', { params, body: { policy: policy as CleanupPolicyView } }, { signal }),
    enabled: policy !== null,
    placeholderData: keepPreviousData,
    // Reading what stays costs the store: only a changed policy or a person asks again.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function usePlans(query: PlanFilters = {}) {
  return useQuery({ ...endpointQuery('plans', { query }), refetchInterval: useRefetchInterval() });
}

export function usePlan(hash: string | null) {
  return useQuery({
    ...endpointQuery('plan', { params: { hash: hash ?? '' } }),
    enabled: hash !== null,
    refetchInterval: useRefetchInterval(),
  });
}

export function useRuns(filters: RunFilters) {
  return useInfiniteQuery({
    ...endpointPages('runs', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: useRefetchInterval(),
  });
}

/** Followed while it is open; once it has ended nothing of it changes. */
export function useRun(run: string) {
  const paused = useLiveMode() === 'paused';
  return useQuery({
    ...endpointQuery('run', { params: { run } }),
    refetchInterval: ({ state }) => (paused || state.data?.run.state === 'ended' ? false : followMs),
  });
}

export function useReceipt(run: string) {
  return useQuery({ ...endpointQuery('receipt', { params: { run } }), staleTime: Number.POSITIVE_INFINITY });
}
