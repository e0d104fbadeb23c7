/** Serving sets and replicas. The server's watch pays for the looks, so that asking often costs the store nothing. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/endpoint-query';
import { useLiveMode } from '@/lib/client/live-mode';

/** As often as the server looks. */
const followMs = 5_000;
/** A replica answers within a heartbeat. */
const answerMs = 2_000;

function useFollowing(ms: number) {
  return { refetchInterval: useLiveMode() === 'paused' ? (false as const) : ms };
}

export function useServing() {
  return useQuery({ ...endpointQuery('serving', {}), ...useFollowing(followMs) });
}

export function useServingSet(env: string, set: string) {
  return useQuery({ ...endpointQuery('servingSet', { params: { env, set } }), ...useFollowing(followMs) });
}

export interface ReplicaPlace {
  readonly env: string;
  readonly set: string;
  readonly replica: string;
  readonly lineage: string | null;
}

export function useServingReplica({ env, set, replica, lineage }: ReplicaPlace) {
  const query = lineage === null ? {} : { lineage };
  const asked = endpointQuery('servingReplica', { params: { env, set, replica }, query });
  return useQuery({ ...asked, ...useFollowing(followMs) });
}

/** Asked until the replica has answered. */
export function useServingIntent(env: string, set: string, intent: string, replica: string) {
  const asked = endpointQuery('servingIntent', { params: { env, set, intent }, query: { replica } });
  return useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.intent.result ? false : answerMs),
  });
}
