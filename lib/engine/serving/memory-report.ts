/** Memory as the report spells it, and what each phase of an import did to it (D.4). */
import type { MemoryReport, PhaseDelta } from './cgroup-rules';
import { hostMemory, type MemorySource, readMemory } from './read-memory';
import type { StatusReport } from './report-schema';

type WireMemory = StatusReport['memory'];

/** Newest phases kept. */
const maxPhases = 50;

export interface MemoryWatch {
  /** For a reporter; never rejects. */
  read(): Promise<WireMemory>;
  /**
   * Runs one phase of an import and keeps what was in use before and after; what cannot be read is null, and neither
   * it nor a phase that fails is hidden.
   * @param startedAtMs milliseconds since the epoch
   */
  during<T>(phase: string, startedAtMs: number, work: () => Promise<T>): Promise<T>;
}

export function watchMemory(source: MemorySource = hostMemory): MemoryWatch {
  let phases: readonly PhaseDelta[] = [];
  const inUse = async () => (await readMemory(source)).currentBytes;
  return {
    read: async () => wireMemory({ ...(await readMemory(source)), phaseDeltas: phases }),
    async during(phase, startedAtMs, work) {
      const beforeBytes = await inUse();
      try {
        return await work();
      } finally {
        const delta = { phase, startedAtMs, beforeBytes, afterBytes: await inUse() };
        phases = [...phases, delta].slice(-maxPhases);
      }
    },
  };
}

function wireMemory(memory: MemoryReport): WireMemory {
  return {
    current_bytes: memory.currentBytes,
    max_bytes: memory.maxBytes,
    max_state: memory.maxState,
    peak_bytes: memory.peakBytes,
    anon_bytes: memory.anonBytes,
    file_bytes: memory.fileBytes,
    kernel_bytes: memory.kernelBytes,
    slab_reclaimable_bytes: memory.slabReclaimableBytes,
    process_rss_bytes: memory.processRssBytes,
    phase_deltas: memory.phaseDeltas.map(({ phase, startedAtMs, beforeBytes, afterBytes }) => ({
      ...{ phase, started_at: new Date(startedAtMs).toISOString() },
      ...{ before: beforeBytes, after: afterBytes },
    })),
    reasons: [...memory.reasons],
  };
}
