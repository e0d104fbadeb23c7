/** Locks of the configured cluster roots. The server's watches pay for them, so that asking often costs the store nothing. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useLiveMode } from '@/lib/client/live-mode';

export const locksQuery = () => endpointQuery('locks', {});
export const lockQuery = (root: string) => endpointQuery('lock', { params: { root } });

/** A lock of the shortest lease goes from beating to silent within seconds. */
const followMs = 3_000;

function useFollowing() {
  return { refetchInterval: useLiveMode() === 'paused' ? (false as const) : followMs };
}

export function useLocks() {
  return useQuery({ ...locksQuery(), ...useFollowing() });
}

export function useLock(root: string) {
  return useQuery({ ...lockQuery(root), ...useFollowing() });
}
