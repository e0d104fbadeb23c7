'use client';
/** Tabs that are places: each a link, the open one marked for everybody; a tally is coloured only with its glyph. */
import { useEffect, useRef } from 'react';
import { Anchor } from './anchor';
import { plural } from './format-count';
import { Icon } from './icon';

export interface TabLink {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  readonly count?: number | null;
  /** How many of them are wrong, and how badly. */
  readonly wrong?: { readonly count: number; readonly tone: 'warn' | 'stop'; readonly word: string };
}

export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const row = useRef<HTMLElement>(null);
  const open = tabs.find(({ current }) => current)?.href;
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current === null || !link || open === undefined) return;
    // On a narrow screen the row scrolls: the open tab is seen, and the page stays where it is.
    const { offsetLeft, clientWidth } = row.current;
    row.current.scrollLeft = link.offsetLeft - offsetLeft - (clientWidth - link.offsetWidth) / 2;
  }, [open]);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <Anchor
          key={tab.href}
          href={tab.href}
          ahead
          data-tab=""
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.label}
          <Tally tab={tab} />
        </Anchor>
      ))}
    </nav>
  );
}

function Tally({ tab: { wrong, count } }: { readonly tab: TabLink }) {
  if (wrong && wrong.count > 0) {
    return (
      <span className={`n ${wrong.tone}`}>
        <Icon name={wrong.tone} size="xs" />
        {plural(wrong.count, wrong.word, wrong.word)}
      </span>
    );
  }
  return count === undefined || count === null ? null : <span className="n">{count}</span>;
}
