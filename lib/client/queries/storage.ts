/** Storage of one dataset: counting it lists every object, so it is read when asked for and never by an interval. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { type DatasetPlace, placeInput } from './datasets';

export const storageQuery = (place: DatasetPlace) => endpointQuery('storage', placeInput(place));

export function useStorage(place: DatasetPlace, enabled = true) {
  return useQuery({
    ...storageQuery(place),
    enabled,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });
}
