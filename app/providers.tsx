'use client';
/** What every page stands on before any fact: the nonce for added styles, tips, the live region. */
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { LiveRegion } from '@/components/ui/live-region';
import { TipLayer } from '@/components/ui/tip-layer';

export interface ProvidersProps {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}

export function Providers({ nonce, children }: ProvidersProps) {
  useEffect(() => {
    if (nonce) setNonce(nonce);
  }, [nonce]);
  return (
    <>
      {children}
      <LiveRegion />
      <TipLayer />
    </>
  );
}
