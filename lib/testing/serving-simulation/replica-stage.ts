/** Processes of serving replicas over one store, each with observations that a test changes field by field. */
import type { Clock } from '@/lib/base/clock';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import { decodeReport } from '@/lib/engine/serving/report-rules';
import { reportMaxBytes, type StatusReport } from '@/lib/engine/serving/report-schema';
import { createServingReporter, type ReporterOptions } from '@/lib/engine/serving/serving-reporter';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { aLineage } from './builders';

export const statusKey = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas/eu-1/status.json';

/** A clock whose sleepers wake at once: each sleep takes its time and no waiting. */
export function hastyClock(): Clock & { now: number } {
  const clock = {
    now: Date.UTC(2026, 0, 1),
    wall: () => clock.now as ReturnType<Clock['wall']>,
    monotonic: () => clock.now as ReturnType<Clock['monotonic']>,
    sleep: async (ms: number) => {
      clock.now += ms;
    },
  };
  return clock;
}

export function observations(change: Partial<Observations['history']> = {}): Observations {
  return {
    history: {
      ...{ publication_version: null, clean_version: null, clean_version_source: null },
      ...{ observed_head: null, observed_at: null, locally_available: [] },
      ...{ locally_available_truncated: false },
      known_maintenance: { versions: [], provenance: 'caller_asserted' },
      ...change,
    },
    sealedHere: [],
    replica: {
      root: { path_label: 'volume', kind: 'volume', source: 'VOLUME', declared_durability: null },
      mirror: { configured: true, has_active: null, mirrored_through_version: null, state: 'unknown' },
      activation: {
        policy: { volume_requires_mirror: false, ephemeral_requires_mirror: true },
        verdict: null,
      },
    },
    seals: { origin: 'unchecked', active: 'unchecked', checked_at: null },
    retention: {
      ...{ authority: 'none', grace_until: null, keep_versions: [], collectable_count: 0 },
      inventory: { active: null, previous: null },
    },
    contentPresent: true,
  };
}

/** What is true once `version` is published, here and served. */
export function servedAt(version: number): Observations {
  return observations({
    ...{ publication_version: version, clean_version: version, clean_version_source: 'import_seal' },
    ...{ observed_head: version, locally_available: [version] },
  });
}

export function aReplica(store: ObjectStore, seed: number, change: Partial<ReporterOptions> = {}) {
  return createServingReporter({
    ...{ store, state: 'state', env: 'prod', replicaId: 'eu-1', lineage: aLineage() },
    ...{ datasetUri: 's3://bucket/lance/berlin', heartbeatS: 30, cleanSource: 'import_seal' },
    ...{ clock: hastyClock(), random: new SeededRandom(seed), observed: observations() },
    memory: async () => ({
      ...{ current_bytes: null, max_bytes: null, max_state: 'unsupported', peak_bytes: null },
      ...{ anon_bytes: null, file_bytes: null, kernel_bytes: null, slab_reclaimable_bytes: null },
      ...{ process_rss_bytes: null, phase_deltas: [], reasons: [] },
    }),
    ...change,
  });
}

/** The report as it is stored; fails when it is not one without a complaint. */
export async function storedReport(store: ObjectStore, key = statusKey): Promise<StatusReport> {
  const answer = await store.get(key, { maxBytes: reportMaxBytes });
  if (answer.kind !== 'found') throw new Error(`${key} is ${answer.kind}`);
  const reading = decodeReport(answer.body);
  if (reading.kind !== 'read' || reading.findings.length > 0) throw new Error(JSON.stringify(reading));
  return reading.report;
}
