/** The link that names a row: J and K walk these, Enter opens. Rows are many, so nothing is fetched ahead. */
import type { ReactNode } from 'react';
import { Anchor } from './anchor';

export interface RowLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

export function RowLink({ href, children }: RowLinkProps) {
  return (
    <Anchor href={href} data-row-link="">
      {children}
    </Anchor>
  );
}
