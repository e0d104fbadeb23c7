'use client';
/** The frame: rail, top bar, keys. It is drawn at once; what it tells of the fleet comes after, and may fail alone. */
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Command } from '@/components/shell/key-map';
import { nounOf } from '@/components/shell/nouns';
import { Rail } from '@/components/shell/rail';
import { focusFilter, focusRow, openTab } from '@/components/shell/row-focus';
import { TopBar } from '@/components/shell/top-bar';
import { useKeyMap } from '@/components/shell/use-key-map';
import { late } from '@/components/ui/late';
import { setNavigator } from '@/components/ui/navigate';
import { useShortcutsOn } from '@/components/ui/preferences';
import { QuietBoundary } from '@/components/ui/quiet-boundary';
import { unreachable } from '@/lib/base/unreachable';
import { type FrameFacts, nothingYet } from './frame-facts';

const FrameData = late(() => import('./frame-data').then((module) => module.FrameData));
const loadPalette = () => import('./palette').then((module) => module.Palette);
const Palette = late(loadPalette);
const KeyHelp = late(() => import('@/components/shell/key-help').then((module) => module.KeyHelp));

/** Long after the first paint, so that whoever types right after Ctrl K loses no letter. */
const WARM_MS = 1_500;

type Open = 'palette' | 'help' | null;

export function ConsoleShell({ children }: { readonly children: ReactNode }) {
  const pathname = usePathname();
  const router = useRouter();
  const [open, setOpen] = useState<Open>(null);
  const [facts, setFacts] = useState<FrameFacts>(nothingYet);
  const shortcutsOn = useShortcutsOn();
  const close = useCallback(() => setOpen(null), []);
  useEffect(() => setNavigator(router), [router]);
  useEffect(() => {
    // What fails here fails again, and is said, when the palette is asked for.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), WARM_MS);
    return () => clearTimeout(timer);
  }, []);
  // What is on its way to open owns the letters already.
  useKeyMap(shortcutsOn && open === null, (command) =>
    run(command, { go: router.push, open: setOpen, readAgain: facts.readAgain }),
  );
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Rail current={nounOf(pathname)} tallies={facts.tallies} foot={facts.foot} />
        <div>
          <TopBar {...facts} onSearch={() => setOpen('palette')} onHelp={() => setOpen('help')} />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <QuietBoundary>
        <FrameData onFacts={setFacts} />
        {open === 'palette' ? <Palette onClose={close} /> : null}
        {open === 'help' ? <KeyHelp onClose={close} on={shortcutsOn} /> : null}
      </QuietBoundary>
    </>
  );
}

interface Means {
  readonly go: (href: string) => void;
  readonly open: (open: Open) => void;
  readonly readAgain: () => void;
}

/** What each command does; none of them writes. */
function run(command: Command, { go, open, readAgain }: Means): void {
  switch (command.kind) {
    case 'go':
      go(command.href);
      break;
    case 'tab':
      openTab(command.index);
      break;
    case 'read_again':
      readAgain();
      break;
    case 'search':
      if (!focusFilter()) open('palette');
      break;
    case 'palette':
    case 'help':
      open(command.kind);
      break;
    case 'next_row':
      focusRow(1);
      break;
    case 'previous_row':
      focusRow(-1);
      break;
    default:
      unreachable(command);
  }
}
