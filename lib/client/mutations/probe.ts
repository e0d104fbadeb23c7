/** Probes a store; its answer is the new capability report at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint';
import { capabilitiesQuery } from '@/lib/client/queries/lakes';

export function useProbe(lake: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint('probe', { params: { lake }, body: {} }),
    onSuccess: (report) => client.setQueryData(capabilitiesQuery(lake).queryKey, report),
  });
}
