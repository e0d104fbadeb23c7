/** What a process knows of itself before it has looked at anything. */
import type { Observations, ReplicaState } from './replica-state-rules';
import type { StatusReport } from './report-schema';

/** @param operationAt RFC 3339 */
export function freshState(observed: Observations, operationAt: string): ReplicaState {
  return {
    lifecycle: { serving: null, operation: { state: 'idle' }, nextGeneration: 1 },
    imports: { desired: null, active: null, previous: null, origin: null },
    ...{ activatedAt: null, operationAt, step: 'build', progress: null, lastFailure: null },
    ...{ failures: [], acks: [] },
    memory: unreadMemory('not read yet'),
    retentionWish: null,
    observed,
  };
}

/** Memory that nobody could tell, and why. */
export function unreadMemory(reason: string): StatusReport['memory'] {
  return {
    ...{ current_bytes: null, max_bytes: null, max_state: null, peak_bytes: null, anon_bytes: null },
    ...{ file_bytes: null, kernel_bytes: null, slab_reclaimable_bytes: null, process_rss_bytes: null },
    ...{ phase_deltas: [], reasons: [reason] },
  };
}
