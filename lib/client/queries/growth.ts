/** Growth over 30 days: it changes with a sample, every five minutes. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';

const sampleMs = 300_000;

export function useGrowth() {
  return useQuery({ ...endpointQuery('growth', {}), refetchInterval: sampleMs });
}
