/** One dataset on a memory store with one version, a clock to move, markers to place, and a record of what was asked. */
import { systemRandom } from '@/lib/base/random';
import { formatVersionName, type NamingScheme } from '@/lib/engine/lance/version-names';
import type { LeaseContext } from '@/lib/engine/leases/lease-context';
import { leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { formatMarkerName, type MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { type MemoryStoreOptions, openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from './faulty-store';

export type Fault = 'refused' | 'lost_before' | 'lost_after';

export interface LeaseStageOptions extends MemoryStoreOptions {
  readonly scheme?: NamingScheme;
  /** Most entries of one listing page. */
  readonly pageLimit?: number;
  /** Instead of a store in memory. */
  readonly store?: ObjectStore;
}

const root = datasetRoot('', 'lake/events');
const place: VersionPlace = { root, namespace: 'main', branch: null, version: 42n };

export async function leaseStage(options: LeaseStageOptions = {}) {
  const time = { now: Date.UTC(2030, 0, 1) };
  /** The store itself, as others use it: not counted, never faulty. */
  const bare = options.store ?? openMemoryStore({ now: () => time.now, ...options });
  const calls: string[] = [];
  let fault: ((call: StoreCall) => Fault | null) | null = null;
  let before: ((call: StoreCall) => Promise<void>) | null = null;
  const dispatch: Dispatch = async (call) => {
    calls.push(`${call.verb} ${call.key.slice(root.key.length + 1)}`);
    await before?.(call);
    const happens = fault?.(call) ?? null;
    if (happens === 'refused') return call.refused();
    if (happens === 'lost_before') return call.lost();
    const answer = await call.effect();
    return happens === 'lost_after' ? call.lost() : answer;
  };
  const { store, meter } = metered(faultyStore(bare, dispatch, options.pageLimit));
  const abandoned = new AbandonedDrains();
  const context: LeaseContext = { store, random: systemRandom, abandoned, rules: leaseRules };
  const manifestKey = `${root.key}/_versions/${formatVersionName(options.scheme ?? 'v2', place.version)}`;
  await bare.create(manifestKey, new Uint8Array([1]));

  const markerName = (marker: MarkerKind, run = 'a') => ({
    namespace: 'main',
    version: place.version,
    markerOperationId: run.repeat(32),
    marker,
  });
  return {
    bare,
    store,
    meter,
    calls,
    context,
    abandoned,
    place,
    root,
    manifestKey,
    time,
    /** What happens to each later call. */
    failWhen: (when: typeof fault) => {
      fault = when;
    },
    /** Lets others act just before a call of ours. */
    beforeCalls: (act: typeof before) => {
      before = act;
    },
    mark: (marker: MarkerKind, run?: string) =>
      createMarker(bare, root, markerName(marker, run), [manifestKey]),
    markerKey: (marker: MarkerKind, run?: string) =>
      `${root.key}/${formatMarkerName(markerName(marker, run))}`,
    async leaseKeys(): Promise<readonly string[]> {
      const { objects } = await bare.list({ prefix: `${root.key}/_refs/version_leases/` });
      return objects.map((meta) => meta.key);
    },
    async markerKeys(): Promise<readonly string[]> {
      const { objects } = await bare.list({ prefix: `${root.key}/_refs/version_lease_gc/main/` });
      return objects.map((meta) => meta.key).filter((key) => !key.endsWith('/_clock'));
    },
  };
}

export type LeaseStage = Awaited<ReturnType<typeof leaseStage>>;
