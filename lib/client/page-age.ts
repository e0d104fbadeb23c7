/** How old the oldest facts on this page are and what all of them cost, from the answers that are shown right now. */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ReplyMeta } from '@/lib/contracts/meta';
import { metaOfPages } from './paged-answer';

/** Read when asked for, and then as old as they say in their own panel. */
const ownAge = new Set<unknown>(['session', 'storage', 'capabilities', 'version']);

function isShown(query: Query): boolean {
  return query.queryKey[0] === 'endpoint' && query.isActive();
}

function metasOf(data: unknown): readonly { readonly meta: ReplyMeta }[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('pages' in data && Array.isArray(data.pages)) return data.pages.flatMap(metasOf);
  return 'meta' in data ? [data as { meta: ReplyMeta }] : [];
}

export function pageMeta(client: QueryClient): ReplyMeta | null {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => isShown(query) && !ownAge.has(query.queryKey[1]));
  return metaOfPages(shown.flatMap((query) => metasOf(query.state.data))) ?? null;
}

/** Null before anything has been read. */
export function usePageMeta(): ReplyMeta | null {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    useCallback((changed) => client.getQueryCache().subscribe(() => queueMicrotask(changed)), [client]),
    () => JSON.stringify(pageMeta(client)),
    () => 'null',
  );
  return useMemo(() => JSON.parse(text) as ReplyMeta | null, [text]);
}

/** Asks again for everything the page shows, storage counts excepted: those have their own button. */
export function readPageAgain(client: QueryClient): Promise<void> {
  return client.refetchQueries({
    type: 'active',
    predicate: (query) => isShown(query) && query.queryKey[1] !== 'storage',
  });
}
