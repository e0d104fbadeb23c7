/** Who is signed in. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';

export const sessionQuery = () => endpointQuery('session', {});

export function useSession() {
  return useQuery({ ...sessionQuery(), staleTime: 5 * 60_000 });
}
