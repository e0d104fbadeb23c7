/** The browser's one cache of server answers: what can pass by itself is tried again, a refusal never. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isVamplateError } from '@/lib/base/errors';
import { keepNewer } from './newer-answer';

const RETRIES = 2;

/** @param onUnauthenticated called when the server no longer knows this session */
export function createQueryClient(onUnauthenticated: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isVamplateError(error) && error.kind === 'unauthenticated') onUnauthenticated();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 5 * 60_000,
        retry: shouldRetry,
        structuralSharing: keepNewer,
        // The browser's idea of being online says nothing about a console on loopback.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isVamplateError(error) && error.kind === 'unavailable';
}
