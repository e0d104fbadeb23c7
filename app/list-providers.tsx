'use client';
/** For pages whose filters, order or selection live in the address: the query cache, and the address as state. */
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { QueryProvider } from './query-provider';

export function ListProviders({ children }: { readonly children: ReactNode }) {
  return (
    <QueryProvider>
      <NuqsAdapter>{children}</NuqsAdapter>
    </QueryProvider>
  );
}
