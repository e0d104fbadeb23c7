/** What a table stands in: it scrolls inside its panel, by keyboard too, so that the page never scrolls sideways. */
import type { ReactNode, RefObject } from 'react';

export interface TableFrameProps {
  /** Names the region. */
  readonly label: string;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function TableFrame({ label, scroller, children }: TableFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-wrap" ref={scroller} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
