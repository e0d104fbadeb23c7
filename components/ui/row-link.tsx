/** The link that names a row: J and K walk these, Enter opens. Rows are many, so nothing is fetched ahead. */
import Link from 'next/link';
import type { ReactNode } from 'react';

export interface RowLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

export function RowLink({ href, children }: RowLinkProps) {
  return (
    <Link href={href} prefetch={false} data-row-link="">
      {children}
    </Link>
  );
}
