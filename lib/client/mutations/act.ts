/** Sends one declared change, then asks again for whatever rests on what it changed. */
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint, type InputOf, type JsonEndpointName, type ReplyOf } from '@/lib/client/call-endpoint';
import { showsReferences, withMovedTag } from '@/lib/client/moved-tag';
import { isAffected } from '@/lib/client/query-keys';
import type { actionEndpoints } from '@/lib/contracts/action-endpoints';

type Table = typeof actionEndpoints;

/** The declared changes. */
export type ActionName = {
  [Name in keyof Table & JsonEndpointName]: Table[Name] extends { readonly action: object } ? Name : never;
}[keyof Table & JsonEndpointName];

/** What else tells of actions, whatever they were done to. */
const alsoShown: readonly string[] = [
  ...['activity', 'freeze', 'ownBytes', 'locks', 'lock', 'storage', 'approvals'],
  ...['serving', 'servingSet', 'servingReplica', 'servingIntent'],
];

/** @param place the dataset or lake it changes, so that nothing else is read again */
export function useAct<Name extends ActionName>(
  name: Name,
  place: { readonly lake: string; readonly dataset: string | null },
) {
  const client = useQueryClient();
  return useMutation<ReplyOf<Name>, Error, InputOf<Name>>({
    mutationFn: (input) => callEndpoint(name, input),
    onSuccess: (reply) => {
      if (name !== 'moveTag') return;
      const { tag } = reply as ReplyOf<'moveTag'>;
      const lists = { predicate: ({ queryKey }: Query) => showsReferences(queryKey) };
      client.setQueriesData(lists, (answer: unknown) => withMovedTag(answer, place, tag));
    },
    // Also after an error: it may have had half an effect.
    onSettled: () => {
      const event = { ...place, part: 'control', etag: '' } as const;
      // Not waited for: the action is answered, whatever else is still being read.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => isAffected(queryKey, event) || alsoShown.includes(String(queryKey[1])),
      });
    },
  });
}
