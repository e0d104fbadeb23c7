'use client';
/** Who serves a dataset, from the answer that every page shares; nothing is shown where nobody does. */
import { PlanServing, replicasServing, replicasUnknown, SetsServing } from '@/components/serving/served-here';
import { useServing } from '@/lib/client/queries/serving';
import type { PlanPreview } from '@/lib/contracts/plans';
import type { ReplicaRow } from '@/lib/contracts/serving';

export function ServedBy({ lake, id }: { readonly lake: string; readonly id: string }) {
  const sets = (useServing().data?.sets ?? []).filter(({ replicas }) => replicas.some(serves(lake, id)));
  return sets.length === 0 ? null : <SetsServing sets={sets} />;
}

/** Replicas serve main: a plan of another branch takes nothing of theirs. */
export function ServedVersions({ plan }: { readonly plan: PlanPreview }) {
  const { data } = useServing();
  if (plan.policy.branch !== null) return null;
  const replicas = (data?.sets ?? []).flatMap((set) => set.replicas.filter(serves(plan.lake, plan.dataset)));
  const going = new Set(plan.versions.listed.map(({ version }) => version));
  const unknown = going.size === 0 ? [] : replicasUnknown(replicas);
  return <PlanServing serving={replicasServing(replicas, going)} unknown={unknown} />;
}

function serves(lake: string, id: string) {
  return ({ dataset }: ReplicaRow) => dataset !== null && dataset.lake === lake && dataset.id === id;
}
