'use client';
/** Gives the page its live mode and turns change events into fresh answers, a burst of them into one. */
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ChangeEvent } from '@/lib/contracts/events';
import { type LiveEvents, type LivePorts, startLiveEvents } from './live-events';
import { LiveModeContext } from './live-mode';
import { isAffected } from './query-keys';

const BURST_MS = 400;

const LiveContext = createContext<LiveEvents | null>(null);

function browserPorts(): LivePorts {
  const secure = window.isSecureContext;
  return {
    locks: secure ? navigator.locks : undefined,
    openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
    openStream: (address) => new EventSource(address),
    nowMs: () => Date.now(),
    tab: crypto.randomUUID?.() ?? String(Math.random()),
  };
}

export interface LiveProviderProps {
  /** Told after a burst of changes has been asked for again. */
  readonly onChanged?: (events: readonly ChangeEvent[]) => void;
  readonly children: ReactNode;
}

export function LiveProvider({ onChanged, children }: LiveProviderProps) {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveEvents | null>(null);
  const [lives, setLives] = useState(0);
  const told = useRef(onChanged);
  useEffect(() => {
    told.current = onChanged;
  }, [onChanged]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `lives` only starts it over
  useEffect(() => {
    let burst: ChangeEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const settle = () => {
      const events = burst;
      burst = [];
      timer = null;
      void client.invalidateQueries({
        predicate: ({ queryKey }) => events.some((event) => isAffected(queryKey, event)),
      });
      told.current?.(events);
    };
    const events = startLiveEvents(browserPorts(), {
      change(event) {
        burst.push(event);
        timer ??= setTimeout(settle, BURST_MS);
      },
      resync: () => void client.invalidateQueries(),
    });
    setLive(events);
    const bye = () => events.stop();
    // A page that comes back from the back-forward cache starts over.
    const again = (event: PageTransitionEvent) => event.persisted && setLives((lives) => lives + 1);
    window.addEventListener('pagehide', bye);
    window.addEventListener('pageshow', again);
    return () => {
      window.removeEventListener('pagehide', bye);
      window.removeEventListener('pageshow', again);
      if (timer !== null) clearTimeout(timer);
      events.stop();
    };
  }, [client, lives]);

  const mode = useSyncExternalStore(
    (listener) => live?.onMode(listener) ?? (() => {}),
    () => live?.mode() ?? 'connecting',
    () => 'connecting' as const,
  );
  return (
    <LiveContext value={live}>
      <LiveModeContext value={mode}>{children}</LiveModeContext>
    </LiveContext>
  );
}

/** Pauses and resumes what the page hears and asks by itself. */
export function usePause(): (paused: boolean) => void {
  const live = useContext(LiveContext);
  return (paused) => live?.pause(paused);
}

/** Asks the server to keep reading a dataset, or a lake, while the component is on the page. @param id absent: the lake */
export function useWatch(lake: string, id?: string): void {
  const live = useContext(LiveContext);
  useEffect(() => live?.watch(id === undefined ? lake : `${lake}/${id}`), [live, lake, id]);
}

/** The same for several lakes. */
export function useWatchLakes(lakes: readonly string[]): void {
  const live = useContext(LiveContext);
  const names = lakes.join(' ');
  useEffect(() => {
    const ends = names === '' ? [] : names.split(' ').map((lake) => live?.watch(lake));
    return () => {
      for (const end of ends) end?.();
    };
  }, [live, names]);
}
