'use client';
/** The frame with its facts: tallies, age, live mode, keys, palette. A failed read here leaves the page alone. */
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useState } from 'react';
import type { Command } from '@/components/shell/key-map';
import { nounOf } from '@/components/shell/nouns';
import { Rail } from '@/components/shell/rail';
import { focusFilter, focusRow, openTab } from '@/components/shell/row-focus';
import { TopBar } from '@/components/shell/top-bar';
import { useKeyMap } from '@/components/shell/use-key-map';
import { announce } from '@/components/ui/announce';
import { useShortcutsOn } from '@/components/ui/preferences';
import { useLiveMode } from '@/lib/client/live-mode';
import { LiveProvider, usePause } from '@/lib/client/live-provider';
import { useSignOut } from '@/lib/client/mutations/session';
import { readPageAgain, usePageMeta } from '@/lib/client/page-age';
import { useAttention } from '@/lib/client/queries/attention';
import { useLakes } from '@/lib/client/queries/lakes';
import { useSession } from '@/lib/client/queries/session';
import type { ChangeEvent } from '@/lib/contracts/events';
import { changesText, railFoot, sourceOf, talliesOf } from './shell-facts';

const Palette = dynamic(() => import('./palette').then((module) => module.Palette), { ssr: false });
const KeyHelp = dynamic(() => import('@/components/shell/key-help').then((module) => module.KeyHelp), {
  ssr: false,
});

export function ConsoleShell({ children }: { readonly children: ReactNode }) {
  return (
    <LiveProvider onChanged={sayChanged}>
      <Frame>{children}</Frame>
    </LiveProvider>
  );
}

function sayChanged(events: readonly ChangeEvent[]): void {
  announce(changesText(events));
}

type Open = 'palette' | 'help' | null;

function Frame({ children }: { readonly children: ReactNode }) {
  const pathname = usePathname();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const lakes = useLakes();
  const attention = useAttention();
  const session = useSession();
  const signOut = useSignOut();
  const shortcutsOn = useShortcutsOn();
  const close = useCallback(() => setOpen(null), []);
  const readAgain = useCallback(() => {
    announce('Reading again.');
    void readPageAgain(client);
  }, [client]);
  useKeyMap(shortcutsOn, useCommands(setOpen, readAgain));
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Rail
          current={nounOf(pathname)}
          tallies={talliesOf(attention.data)}
          foot={railFoot(lakes.data?.items ?? [])}
        />
        <div>
          <TopBar
            meta={usePageMeta()}
            source={sourceOf(lakes.data?.items ?? [])}
            freshness={useLiveMode()}
            reading={useIsFetching() > 0}
            onPause={usePause()}
            onReadAgain={readAgain}
            onSearch={() => setOpen('palette')}
            caller={session.data?.caller ?? null}
            onHelp={() => setOpen('help')}
            onSignOut={() =>
              signOut.mutate(undefined, { onSettled: () => window.location.assign('/sign-in') })
            }
          />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {open === 'palette' ? <Palette onClose={close} /> : null}
      {open === 'help' ? <KeyHelp onClose={close} on={shortcutsOn} /> : null}
    </>
  );
}

/** What each command does here; none of them writes. */
function useCommands(setOpen: (open: Open) => void, readAgain: () => void): (command: Command) => void {
  const router = useRouter();
  return (command) => {
    switch (command.kind) {
      case 'go':
        return router.push(command.href);
      case 'tab':
        return openTab(command.index);
      case 'read_again':
        return readAgain();
      case 'search':
        return focusFilter() ? undefined : setOpen('palette');
      case 'palette':
        return setOpen('palette');
      case 'help':
        return setOpen('help');
      case 'next_row':
        return focusRow(1);
      case 'previous_row':
        return focusRow(-1);
    }
  };
}
