/** Requests that wait for a second person. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export function useApprovals() {
  return useQuery({ ...endpointQuery('approvals', {}), refetchInterval: useRefetchInterval() });
}

export function useApproval(hash: string) {
  return useQuery({
    ...endpointQuery('approval', { params: { hash } }),
    refetchInterval: useRefetchInterval(),
  });
}
