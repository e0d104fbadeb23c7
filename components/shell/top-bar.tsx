'use client';
import { Icon } from '@/components/ui/icon';
/** The top bar: search, how old the page's facts are and what they cost, read again, theme, who is signed in. */
import { IconButton } from '@/components/ui/icon-button';
import { ReadAge, type ReadMeta } from '@/components/ui/read-age';
import { type Freshness, LiveButton } from './live-button';
import { ThemeMenu } from './theme-menu';
import { UserMenu, type UserMenuProps } from './user-menu';

export interface TopBarProps extends UserMenuProps {
  /** Of the oldest facts on the page; null before there are any. */
  readonly meta: ReadMeta | null;
  readonly source: string | undefined;
  readonly freshness: Freshness;
  readonly reading: boolean;
  readonly pause: (paused: boolean) => void;
  readonly readAgain: () => void;
  readonly onSearch: () => void;
}

export function TopBar({
  meta,
  source,
  freshness,
  reading,
  pause,
  readAgain,
  onSearch,
  ...user
}: TopBarProps) {
  return (
    <header className="top">
      <button type="button" className="search" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        Find a dataset, tag, version or lease
        <kbd>Ctrl K</kbd>
      </button>
      <div className="top-end">
        {meta ? (
          <ReadAge meta={meta} {...(source ? { source } : {})} />
        ) : (
          <span className="age">not read yet</span>
        )}
        <LiveButton freshness={freshness} onPause={pause} />
        <IconButton icon="refresh" label="Read again" shortcut="R" spin={reading} onClick={readAgain} />
        <ThemeMenu />
        <UserMenu {...user} />
      </div>
    </header>
  );
}
