/** How answers stay fresh right now: by the stream, by polling, or not at all because somebody paused it. */
import { useSyncExternalStore } from 'react';

/** `connecting` polls as well: no stream has proven itself yet. */
export type LiveMode = 'connecting' | 'streaming' | 'polling' | 'paused';

const listeners = new Set<() => void>();
let mode: LiveMode = 'connecting';

export function setLiveMode(next: LiveMode): void {
  if (mode === next) return;
  mode = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useLiveMode(): LiveMode {
  return useSyncExternalStore(
    subscribe,
    () => mode,
    () => 'connecting',
  );
}

/**
 * Milliseconds between refetches. With a stream they only renew the proof of age: the server answers from what it
 * last read, so neither costs the store a request of its own.
 */
export function refetchIntervalOf(current: LiveMode): number | false {
  switch (current) {
    case 'streaming':
      return 15_000;
    case 'paused':
      return false;
    default:
      return 15_000;
  }
}

export function useRefetchInterval(): number | false {
  return refetchIntervalOf(useLiveMode());
}
