/** Plans, approves, starts and steers runs; whatever shows runs and plans is asked again, also after an error. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint, type InputOf, type JsonEndpointName, type ReplyOf } from '@/lib/client/call-endpoint';
import type { runEndpoints } from '@/lib/contracts/run-endpoints';

type Table = typeof runEndpoints;

/** The declared changes of plans and runs. */
export type RunActionName = {
  [Name in keyof Table & JsonEndpointName]: Table[Name] extends { readonly action: object } ? Name : never;
}[keyof Table & JsonEndpointName];

const shown: readonly string[] = ['runs', 'run', 'plans', 'plan', 'activity'];

export function useRunAction<Name extends RunActionName>(name: Name) {
  const client = useQueryClient();
  return useMutation<ReplyOf<Name>, Error, InputOf<Name>>({
    mutationFn: (input) => callEndpoint(name, input),
    onSettled: () =>
      client.invalidateQueries({
        // Whatever another person asked for, anywhere in a lake, is done by an approval.
        predicate: ({ queryKey }) => name === 'approveRequest' || shown.includes(String(queryKey[1])),
      }),
  });
}

export function useVerifyReceipt() {
  return useMutation({ mutationFn: (text: string) => callEndpoint('verifyReceipt', { body: { text } }) });
}
