/** Makes and changes status pages, their links and their incidents; whatever shows them is asked again, also after an error. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint, type InputOf, type JsonEndpointName, type ReplyOf } from '@/lib/client/call-endpoint';
import { statusPageQuery } from '@/lib/client/queries/status-pages';
import type { statusEndpoints } from '@/lib/contracts/status-endpoints';
import { statusPageReply } from '@/lib/contracts/status-pages';

type Table = typeof statusEndpoints;

/** The declared changes of status pages. */
export type StatusActionName = {
  [Name in keyof Table & JsonEndpointName]: Table[Name]['method'] extends 'GET' ? never : Name;
}[keyof Table & JsonEndpointName];

const shown: readonly string[] = ['statusPages', 'statusPage'];

export function useStatusAct<Name extends StatusActionName>(name: Name) {
  const client = useQueryClient();
  return useMutation<ReplyOf<Name>, Error, InputOf<Name>>({
    // A secret that was told once is kept by nobody but the view that shows it.
    gcTime: 0,
    mutationFn: (input) => callEndpoint(name, input),
    onSuccess: (reply) => {
      const page = statusPageReply.safeParse(reply);
      if (page.success) client.setQueryData(statusPageQuery(page.data.slug).queryKey, page.data);
    },
    onSettled: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => shown.includes(String(queryKey[1])) });
    },
  });
}
