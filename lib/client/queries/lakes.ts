/** The configured lakes, and what each store was proven to do. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

export const lakesQuery = () => endpointQuery('lakes', {});
export const capabilitiesQuery = (lake: string) => endpointQuery('capabilities', { params: { lake } });

export function useLakes() {
  return useQuery({ ...lakesQuery(), refetchInterval: useRefetchInterval() });
}

export function useCapabilities(lake: string) {
  return useQuery(capabilitiesQuery(lake));
}
