'use client';
/** A menu whose code comes with its first use: until then its button stands alone, and the first press opens it. */
import { type ComponentProps, type ComponentType, type ReactElement, useState } from 'react';
import type { MenuProps } from './menu';

export interface LazyMenuProps extends Omit<MenuProps, 'trigger' | 'defaultOpen'> {
  /** Draws the button with the properties it is given. */
  readonly trigger: (props: Pick<ComponentProps<'button'>, 'onClick' | 'onKeyDown'>) => ReactElement;
}

const load = () => import('./menu').then((module) => module.Menu);

export function LazyMenu({ trigger, ...menu }: LazyMenuProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps> | null>(null);
  // A function in a state setter is called: the component is wrapped once.
  const open = async () => {
    const loaded = await load();
    setMenu(() => loaded);
  };
  if (Menu) return <Menu {...menu} trigger={trigger({})} defaultOpen />;
  return trigger({
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      void open();
    },
  });
}
