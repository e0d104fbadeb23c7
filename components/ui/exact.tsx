'use client';
/** A short value that shows its exact form on hover and focus and copies it when pressed. */
import type { ReactNode } from 'react';
import { copyText } from './copy-text';

export interface ExactProps {
  /** What hover and focus show. */
  readonly exact: string;
  /** What is copied; the exact form unless given. */
  readonly copy?: string;
  readonly children: ReactNode;
}

export function Exact({ exact, copy = exact, children }: ExactProps) {
  return (
    <button type="button" className="exact" data-tip={exact} onClick={() => copyText(copy, `Copied ${copy}`)}>
      {children}
    </button>
  );
}
