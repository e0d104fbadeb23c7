/** Status pages and one of them. The server keeps them in memory, so that asking costs the store little. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useRefetchInterval } from '@/lib/client/live-mode';

const statusPagesQuery = () => endpointQuery('statusPages', {});
export const statusPageQuery = (slug: string) => endpointQuery('statusPage', { params: { slug } });

export function useStatusPages() {
  return useQuery({ ...statusPagesQuery(), refetchInterval: useRefetchInterval() });
}

/** For pages of other nouns: which pages there are changes seldom. */
export function useKnownStatusPages() {
  return useQuery({ ...statusPagesQuery(), staleTime: 60_000 });
}

export function useStatusPage(slug: string) {
  return useQuery({ ...statusPageQuery(slug), refetchInterval: useRefetchInterval() });
}
