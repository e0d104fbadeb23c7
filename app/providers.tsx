'use client';
/** What every page stands on: the query cache, addresses as state, the nonce for added styles, tips, the live region. */
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useState } from 'react';
import { alignClock } from '@/components/ui/clock';
import { LiveRegion } from '@/components/ui/live-region';
import { TipLayer } from '@/components/ui/tip-layer';
import { createQueryClient } from '@/lib/client/query-client';
import { onServerTime } from '@/lib/client/server-time';

export interface ProvidersProps {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}

export function Providers({ nonce, children }: ProvidersProps) {
  const [client] = useState(() => createQueryClient(leaveForSignIn));
  useEffect(() => {
    if (nonce) setNonce(nonce);
  }, [nonce]);
  useEffect(() => onServerTime(alignClock), []);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <LiveRegion />
      <TipLayer />
    </QueryClientProvider>
  );
}

/** The session ended: the page holds facts nobody may read any more, so the whole document goes. */
function leaveForSignIn(): void {
  if (window.location.pathname === '/sign-in') return;
  const next = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
}
