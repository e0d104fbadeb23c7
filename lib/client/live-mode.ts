/** How answers stay fresh right now: by the stream, by polling, or not at all because somebody paused it. */
import { createContext, useContext } from 'react';

/** `connecting` polls as well: no stream has proven itself yet. */
export type LiveMode = 'connecting' | 'streaming' | 'polling' | 'paused';

export const LiveModeContext = createContext<LiveMode>('connecting');

export function useLiveMode(): LiveMode {
  return useContext(LiveModeContext);
}

/**
 * Milliseconds between refetches. With a stream they only renew the proof of age: the server answers from what it
 * last read, so neither costs the store a request of its own.
 */
export function refetchIntervalOf(mode: LiveMode): number | false {
  switch (mode) {
    case 'streaming':
      return 30_000;
    case 'paused':
      return false;
    default:
      return 15_000;
  }
}

export function useRefetchInterval(): number | false {
  return refetchIntervalOf(useLiveMode());
}
