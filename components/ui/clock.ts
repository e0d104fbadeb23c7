/** One ticking clock for every age on the page: it re-renders a text only when that text changes. */
import { useCallback, useSyncExternalStore } from 'react';

const TICK_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = 0;
let offset = 0;

function tick(): void {
  now = Date.now() + offset;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    timer = setInterval(tick, TICK_MS);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/**
 * Ages are told by the server's clock, since the instants are: a wrong clock on this machine must not make data look
 * fresh. @param serverMs the server's time in an answer that has just arrived, good to a second
 */
export function alignClock(serverMs: number): void {
  const difference = serverMs - Date.now();
  // An HTTP date is cut to the second and has travelled: below two seconds the two clocks agree.
  const wanted = Math.abs(difference) < 2000 ? 0 : difference;
  if (Math.abs(wanted - offset) < 2000) return;
  offset = wanted;
  if (timer !== null) tick();
}

/**
 * A text that depends on the time. On the server and in the first render of the browser the time is not known: `format`
 * gets null and answers with something that does not depend on it, so both agree.
 */
export function useTimeText(format: (nowMs: number | null) => string): string {
  const read = useCallback(() => format(now === 0 ? null : now), [format]);
  const readOnServer = useCallback(() => format(null), [format]);
  return useSyncExternalStore(subscribe, read, readOnServer);
}
