/** A reason a version is kept: neutral by rule, coloured only when the holder itself is in trouble. */
import type { ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';

export interface ChipProps {
  readonly icon: IconName;
  readonly tone?: 'warn' | 'stop';
  /** Nothing keeps it: dashed. */
  readonly free?: boolean;
  /** Shown on hover and focus of the row. */
  readonly tip?: string;
  readonly children: ReactNode;
}

export function Chip({ icon, tone, free = false, tip, children }: ChipProps) {
  const className = ['chip', tone, free ? 'free' : undefined].filter(Boolean).join(' ');
  return (
    <span className={className} data-tip={tip}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

export function Chips({ children }: { readonly children: ReactNode }) {
  return <span className="chips">{children}</span>;
}
