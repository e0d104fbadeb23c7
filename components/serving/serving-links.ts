/** Addresses of serving pages. */
import type { ReplicaRow, ServingSet } from '@/lib/contracts/serving';

export function setHref({ env, set }: Pick<ServingSet, 'env' | 'set'>): string {
  return `/serving/${encodeURIComponent(env)}/${encodeURIComponent(set)}`;
}

export function replicaHref(replica: Pick<ReplicaRow, 'env' | 'set' | 'replica' | 'lineage'>): string {
  const { lineage } = replica;
  return `${setHref(replica)}/replicas/${encodeURIComponent(replica.replica)}?lineage=${encodeURIComponent(lineage)}`;
}
