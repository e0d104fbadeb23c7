'use client';
/** The one query cache of this browser, for whatever shows facts; code that shows none does not carry it. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { alignClock } from '@/components/ui/clock';
import { createQueryClient } from '@/lib/client/query-client';
import { onServerTime } from '@/lib/client/server-time';

let inBrowser: QueryClient | null = null;

/** One for all providers of a browser; on the server one per render, so that no two callers ever share answers. */
function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient(() => {});
  inBrowser ??= createQueryClient(leaveForSignIn);
  return inBrowser;
}

export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(queryClient);
  useEffect(() => onServerTime(alignClock), []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The session ended: the page holds facts nobody may read any more, so the whole document goes. */
function leaveForSignIn(): void {
  if (window.location.pathname === '/sign-in') return;
  const next = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
}
