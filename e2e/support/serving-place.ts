/** Where a story about serving is told: a console of its own over the demo lake, beside replicas that report, answer, stop and contradict themselves. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@/lib/base/clock';
import type { ExactJson } from '@/lib/base/exact-json';
import { systemRandom } from '@/lib/base/random';
import { readMemory } from '@/lib/engine/serving/read-memory';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import { openStore } from '@/lib/engine/store/open-store';
import { aLineage, anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, servedAt } from '@/lib/testing/serving-simulation/replica-stage';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { type RunningConsole, startConsole } from './console';

export const env = 'story';
const state = 'serving-state';
const heartbeatS = 5;

/** Set berlin: healthy eu-1, importing eu-2, drifted ap-1, stale us-1. Set bremen: unknown schema, contradicting, deposed. */
export async function openServingPlace(): Promise<RunningConsole> {
  const serving = JSON.stringify([{ env, lake: 'demo', state }]);
  const console = await startConsole({ env: { VAMPLATE_SERVING: serving } });
  const uri = pathToFileURL(console.lake).href;
  const store = openStore({ uri, clock: systemClock });
  const clean = 3;
  const ended = new AbortController();
  const running: Promise<void>[] = [];
  const dataset = `${uri}/events.lance`;

  async function replica(replicaId: string, observed: Observations): Promise<ServingReporter> {
    const reporter = aReplica(store, 1, {
      ...{ store, state, env, replicaId, lineage: aLineage(), heartbeatS, observed },
      ...{ clock: systemClock, random: systemRandom, datasetUri: dataset },
      memory: async () => {
        const { currentBytes, maxBytes, maxState } = await readMemory();
        return { ...noMemory, current_bytes: currentBytes, max_bytes: maxBytes, max_state: maxState };
      },
    });
    await reporter.start();
    for (const source of ['berlin-260805', 'berlin-260901']) {
      const identity = anIdentity({ source });
      const started = await reporter.startImport(identity);
      if (started.kind !== 'started') throw new Error(started.kind);
      await reporter.activate(identity, started.generation, observed);
    }
    running.push(reporter.run(ended.signal));
    return reporter;
  }

  async function written(
    set: string,
    replicaId: string,
    changes: Readonly<Record<string, ExactJson>>,
    storedAt = new Date(),
  ): Promise<void> {
    const key = `${state}/serving/v1/${env}/${set}/osm-lance-v2/replicas/${replicaId}/status.json`;
    const published_at = storedAt.toISOString();
    const base = { ...healthy, env, replica_id: replicaId, published_at, 'lineage.dataset_uri': dataset };
    await store.put(key, reportBytes({ ...base, ...changes }));
    await utimes(path.join(console.lake, key), storedAt, storedAt);
  }

  const observed = servedAt(clean);
  const served: Observations = {
    ...observed,
    replica: {
      ...observed.replica,
      mirror: { configured: true, has_active: true, mirrored_through_version: clean, state: 'current' },
    },
  };
  await replica('eu-1', served);
  const importing = await replica('eu-2', served);
  const started = await importing.startImport(anIdentity({ source: 'berlin-261001' }));
  if (started.kind !== 'started') throw new Error(started.kind);
  importing.showStep(started.generation, 'validate', 0.4);
  const { history } = served;
  await replica('ap-1', {
    ...served,
    history: { ...history, observed_head: clean + 2, locally_available: [clean, clean + 2] },
  });
  await written('berlin', 'us-1', {}, new Date(Date.now() - 600_000));
  const bremen = {
    'lineage.set_id': 'bremen',
    'lineage.key': 'bremen/osm-lance-v2',
    'clocks.import.active': null,
    heartbeat_s: 3_600,
  };
  await written('bremen', 'next', { ...bremen, schema: 'lance-serving-status/2' });
  await written('bremen', 'odd', { ...bremen, 'retention.collectable_count': 4 });
  await written('bremen', 'old', { ...bremen, 'fence.standing': 'deposed' });
  return {
    ...console,
    async stop(signal) {
      ended.abort();
      await Promise.all(running);
      return console.stop(signal);
    },
  };
}

const noMemory = {
  ...{ peak_bytes: null, anon_bytes: null, file_bytes: null, kernel_bytes: null },
  ...{ slab_reclaimable_bytes: null, process_rss_bytes: null, phase_deltas: [], reasons: [] },
};
