/** A button of one glyph: its name is its label, shown on hover and focus. */
import type { ComponentProps } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName;
  readonly label: string;
  /** The key that does the same, shown beside the label. */
  readonly shortcut?: string;
  readonly small?: boolean;
  readonly spin?: boolean;
}

export function IconButton({ icon, label, shortcut, small = false, spin = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={small ? 'icon-btn sm' : 'icon-btn'}
      aria-label={label}
      data-tip={shortcut ? `${label} (${shortcut})` : label}
    >
      <Icon name={icon} size={small ? 'sm' : 'md'} spin={spin} />
    </button>
  );
}
