'use client';
/** A link within the console: a plain click stays in the document, everything else is the browser's; fetched ahead only on intent. */
import type { ComponentProps, MouseEvent } from 'react';
import { navigate, prefetch } from './navigate';

export interface AnchorProps extends ComponentProps<'a'> {
  readonly href: string;
  /** Fetch the page when the pointer or the focus arrives; for few links, never for rows. */
  readonly ahead?: boolean;
}

export function Anchor({ ahead = false, href, onClick, children, ...rest }: AnchorProps) {
  const intent = ahead ? () => prefetch(href) : undefined;
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={intent}
      onFocus={intent}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && isPlain(event) && navigate(href)) event.preventDefault();
      }}
    >
      {children}
    </a>
  );
}

/** A click that asks for nothing else than going there. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
