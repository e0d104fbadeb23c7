/** What needs an operator now, with the counts of the fleet. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export const attentionQuery = () => endpointQuery('attention', {});

export function useAttention() {
  return useQuery({ ...attentionQuery(), refetchInterval: useRefetchInterval() });
}
