/** One serving set: all replicas of it from the shared look, and what status samples recorded of its last day. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { RecordedStates } from '@/lib/contracts/recorded-states';
import type { Operation } from '../http/operation';
import type { Runtime } from '../runtime';
import { certaintiesOf } from '../serving-walks';
import { targetKey } from '../status/page-rules';
import { recordedSpans } from '../status/recorded-spans-rules';
import { statusOf } from '../status/status';
import { replicaDetailOf } from '../to-contract/serving-detail';
import { worstOf } from '../to-contract/serving-rows';
import { lakesIn, lookAtReplicas, type ReplicaParams } from './read-serving';

export const readServingSet: Operation<typeof endpoints.servingSet> = async ({ runtime }, { params }) => {
  const { environment, views, meta } = await lookAtReplicas(runtime, params);
  const certainties = await certaintiesOf(runtime, views);
  const replicas = views.map((view, at) =>
    replicaDetailOf(view, lakesIn(runtime), runtime.clock.wall(), certainties[at] ?? null),
  );
  const worst = worstOf(replicas);
  return {
    ...{ lake: environment.settings.lake, env: params.env, set: params.set },
    verdict: worst?.verdict ?? null,
    worst: worst === null ? null : { lineage: worst.lineage, replica: worst.replica },
    ...{ replicas, meta, recorded: recordedOf(runtime, params) },
  };
};

/** From memory, where the sampler keeps what it read: asking costs the store nothing. */
function recordedOf(runtime: Runtime, { env, set }: Omit<ReplicaParams, 'replica'>): RecordedStates {
  const status = statusOf(runtime);
  if (status === null) return { known: 'none', spans: [] };
  if (!status.loaded) return { known: 'unread', spans: [] };
  const key = targetKey({ kind: 'serving', env, set });
  const days = status.records.recorded().days.get(key) ?? new Map();
  return { known: 'read', spans: recordedSpans(days, runtime.clock.wall()) };
}
