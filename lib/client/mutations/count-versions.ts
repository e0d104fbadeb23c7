/** Counts the versions of a dataset by a full listing of names; its answer is the dataset at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint';
import { type DatasetPlace, datasetQuery, placeInput } from '@/lib/client/queries/datasets';

export function useCountVersions(place: DatasetPlace) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const { params, query } = placeInput(place);
      return callEndpoint('countVersions', { params, body: query });
    },
    onSuccess: (dataset) => client.setQueryData(datasetQuery(place).queryKey, dataset),
  });
}
