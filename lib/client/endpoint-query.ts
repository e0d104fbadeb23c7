/** Query options for any GET endpoint: key, checked call, and a mark on refetches that nobody asked for. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callEndpoint, type InputOf, type JsonEndpointName, type ReplyOf } from './call-endpoint';
import { endpointKey } from './query-keys';

export function endpointQuery<Name extends JsonEndpointName>(name: Name, input: InputOf<Name>) {
  const queryKey = endpointKey(name, input);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }): Promise<ReplyOf<Name>> =>
      callEndpoint(name, input, { signal, background: isBackground(client, queryKey) }),
  });
}

/** The names of the endpoints that answer in pages. */
export type PagedEndpointName = {
  [Name in JsonEndpointName]: ReplyOf<Name> extends { readonly nextCursor: string | null } ? Name : never;
}[JsonEndpointName];

/** Pages of a list by cursor, newest or worst first; `input.query` carries the filters, never the cursor. */
export function endpointPages<Name extends PagedEndpointName>(name: Name, input: InputOf<Name>) {
  const queryKey = endpointKey(name, input);
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ signal, client, pageParam }): Promise<ReplyOf<Name>> =>
      callEndpoint(name, pageParam === null ? input : withCursor(input, pageParam), {
        signal,
        background: isBackground(client, queryKey),
      }),
    getNextPageParam: (page: ReplyOf<Name>): string | null =>
      (page as { nextCursor: string | null }).nextCursor,
  });
}

function withCursor<Input extends { readonly query?: unknown }>(input: Input, cursor: string): Input {
  return { ...input, query: { ...(input.query as object | undefined), cursor } };
}

/** There is an answer already and no hand on the keys: this refetch does not prove that somebody is here. */
function isBackground(client: QueryClient, queryKey: readonly unknown[]): boolean {
  const answered = client.getQueryState(queryKey)?.data !== undefined;
  const active = typeof navigator !== 'undefined' && navigator.userActivation?.isActive === true;
  return answered && !active;
}
