/** Where the crosshair stands: where somebody looks, else the pinned version, else the newest. */
import { useCallback, useState } from 'react';

export interface Crosshair {
  readonly cursor: bigint | null;
  readonly look: (version: bigint | null) => void;
}

/**
 * @param pinned the version in the address, null when none is pinned
 * @param newest the newest version shown, null while nothing is known
 */
export function useCrosshair(pinned: bigint | null, newest: bigint | null): Crosshair {
  const [looked, setLooked] = useState<bigint | null>(null);
  const [pinnedThen, setPinnedThen] = useState(pinned);
  // Pinning elsewhere, as by a row of the table, takes the crosshair along; unpinning leaves it where it stands.
  if (pinned !== pinnedThen) {
    setPinnedThen(pinned);
    setLooked(pinned === null ? pinnedThen : null);
  }
  const look = useCallback((version: bigint | null) => setLooked(version), []);
  return { cursor: looked ?? pinned ?? newest, look };
}
