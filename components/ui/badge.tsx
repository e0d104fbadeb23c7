/** A state: tone, glyph and word together, never the colour alone. */
import type { ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import { type Tone, toneIcon } from './tone';

export interface BadgeProps {
  readonly tone: Tone;
  /** Instead of the tone's own glyph. */
  readonly icon?: IconName;
  /** The word. */
  readonly children: ReactNode;
}

export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`badge ${tone}`}>
      <Icon name={icon ?? toneIcon[tone]} spin={tone === 'run' && icon === undefined} />
      {children}
    </span>
  );
}
