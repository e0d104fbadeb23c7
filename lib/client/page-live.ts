/** The live events of this page: its mode, what it watches, and change events turned into fresh answers, a burst into one. */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeEvent } from '@/lib/contracts/events';
import { type LiveEvents, type LivePorts, startLiveEvents } from './live-events';
import { setLiveMode } from './live-mode';
import { isAffected } from './query-keys';

const BURST_MS = 400;

interface Watch {
  readonly topic: string;
  end: (() => void) | undefined;
}

const watches = new Set<Watch>();
let live: LiveEvents | null = null;

function browserPorts(): LivePorts {
  const secure = window.isSecureContext;
  return {
    locks: secure ? navigator.locks : undefined,
    openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
    openStream: (address) => new EventSource(address),
    nowMs: () => Date.now(),
    tab: secure ? crypto.randomUUID() : String(performance.timeOrigin),
  };
}

/**
 * Starts hearing changes. @param onChanged told after a burst of changes has been asked for again
 * @returns the end of it
 */
export function startPageLive(
  client: QueryClient,
  onChanged: (events: readonly ChangeEvent[]) => void,
): () => void {
  let burst: ChangeEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const settle = () => {
    const events = burst;
    burst = [];
    timer = null;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isAffected(queryKey, event)),
    });
    onChanged(events);
  };
  const start = () => {
    const started = startLiveEvents(browserPorts(), {
      change(event) {
        burst.push(event);
        timer ??= setTimeout(settle, BURST_MS);
      },
      resync: () => void client.invalidateQueries(),
    });
    live = started;
    started.onMode(() => setLiveMode(started.mode()));
    setLiveMode(started.mode());
    for (const watch of watches) watch.end = started.watch(watch.topic);
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    live?.stop();
    live = null;
  };
  // A page that comes back from the back-forward cache starts over.
  const again = ({ persisted }: PageTransitionEvent) => {
    if (persisted) start();
  };
  start();
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', again);
  return () => {
    window.removeEventListener('pagehide', stop);
    window.removeEventListener('pageshow', again);
    stop();
  };
}

/** Stops and resumes what the page hears and asks by itself. */
export function pauseLive(paused: boolean): void {
  live?.pause(paused);
}

function watchTopic(topic: string): () => void {
  const watch: Watch = { topic, end: live?.watch(topic) };
  watches.add(watch);
  return () => {
    watches.delete(watch);
    watch.end?.();
  };
}

/** Asks the server to keep reading a dataset, or a lake, while the component is on the page. @param id absent: the lake */
export function useWatch(lake: string, id?: string): void {
  useEffect(() => watchTopic(id === undefined ? lake : `${lake}/${id}`), [lake, id]);
}

/** The same for several lakes. */
export function useWatchLakes(lakes: readonly string[]): void {
  const names = lakes.join(' ');
  useEffect(() => {
    const ends = names === '' ? [] : names.split(' ').map(watchTopic);
    return () => {
      for (const end of ends) end();
    };
  }, [names]);
}
