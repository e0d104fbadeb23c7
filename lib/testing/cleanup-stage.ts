/** A dataset with a history on a memory store: built manifests with files of their own and shared ones, and a clock to move. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { cleanupRules } from '@/lib/engine/cleanup/census-rules';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import { noOutsideReasons } from '@/lib/engine/cleanup/outside-reasons';
import { planRules } from '@/lib/engine/cleanup/plan-rules';
import { ManifestMemory } from '@/lib/engine/cleanup/survey/manifest-memory';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { type MemoryStoreOptions, openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { type Dispatch, faultyStore, type StoreCall } from './faulty-store';
import { type ManifestSpec, manifestBytes } from './manifest-bytes';

export type StageFault = 'refused' | 'lost_before' | 'lost_after';

const dayMs = 86_400_000;
const text = new TextEncoder();

/** Data file that only version `v` needs; `shared` is needed by all. */
export const fileOf = (version: bigint) => `v${version}.lance`;

export async function cleanupStage(options: MemoryStoreOptions = {}) {
  const time = { now: Date.UTC(2030, 0, 1) };
  const bare = openMemoryStore({ now: () => time.now, ...options });
  const calls: string[] = [];
  let fault: ((call: StoreCall) => StageFault | null) | null = null;
  let before: ((call: StoreCall) => Promise<void>) | null = null;
  const dispatch: Dispatch = async (call) => {
    calls.push(`${call.verb} ${call.key}`);
    await before?.(call);
    const happens = fault?.(call) ?? null;
    if (happens === 'refused') return call.refused();
    if (happens === 'lost_before') return call.lost();
    const answer = await call.effect();
    return happens === 'lost_after' ? call.lost() : answer;
  };
  const { store, meter } = metered(faultyStore(bare, dispatch));
  const root = datasetRoot(bare.rootPath, 'lake/events');
  /** Nobody waits for it: sleeping moves the time of the store too. */
  const clock: Clock = {
    wall: () => time.now as WallInstant,
    monotonic: () => time.now as MonotonicInstant,
    sleep: async (ms) => {
      time.now += ms;
    },
  };
  const context: CleanupContext = {
    store,
    root,
    clock,
    random: systemRandom,
    abandoned: new AbandonedDrains(),
    bodies: new BoundedBodyCache(1 << 20),
    memory: new ManifestMemory(),
    clockMarginMs: 0,
    conditionalDelete: true,
    outsideReasons: noOutsideReasons,
    otherDatasets: async () => [],
    planRules,
    rules: cleanupRules,
    referenceRules,
  };

  const key = (entry: string) => `${root.key}/${entry}`;
  const put = async (entry: string, body: Uint8Array | string = 'x') => {
    const bytes = typeof body === 'string' ? text.encode(body) : body;
    const answer = await bare.create(key(entry), bytes);
    if (answer.kind !== 'written') throw new Error(`${entry} was not written`);
  };
  const putManifest = (spec: ManifestSpec, folder = '') =>
    put(`${folder}_versions/${formatVersionName('v2', spec.version)}`, manifestBytes(spec));

  return {
    ...{ bare, store, meter, calls, time, clock, root, context, key, put, putManifest },
    failWhen: (chosen: typeof fault) => {
      fault = chosen;
    },
    beforeCalls: (chosen: typeof before) => {
      before = chosen;
    },
    /** Commits versions `from` to `to`, a day apart, each with a file of its own, one for all and a transaction. */
    async commit(from: number, to: number, spec: Partial<ManifestSpec> = {}): Promise<void> {
      for (let number = from; number <= to; number += 1) {
        const version = BigInt(number);
        if (number === 1) await put('data/shared.lance');
        await put(`data/${fileOf(version)}`, 'own');
        await put(`_transactions/${version - 1n}-t.txn`);
        await putManifest({
          version,
          committedAtMs: time.now,
          transactionFile: `${version - 1n}-t.txn`,
          fragments: [
            { id: 0, files: [{ path: 'shared.lance' }] },
            { id: number, files: [{ path: fileOf(version) }] },
          ],
          ...spec,
        });
        time.now += dayMs;
      }
    },
    /** Entries below the dataset's root. */
    async entries(prefix = ''): Promise<readonly string[]> {
      const { objects } = await bare.list({ prefix: key(prefix) });
      return objects.map((meta) => meta.key.slice(root.key.length + 1));
    },
    /** The versions whose manifests are there, lowest first. */
    async versions(): Promise<readonly bigint[]> {
      const { objects } = await bare.list({ prefix: key('_versions/') });
      return objects
        .map((meta) => 2n ** 64n - 1n - BigInt(meta.key.slice(-29, -9)))
        .sort((a, b) => (a < b ? -1 : 1));
    },
  };
}

export type CleanupStage = Awaited<ReturnType<typeof cleanupStage>>;

/** Everything but the newest `retainVersions`, whatever its age. */
export function keeping(retainVersions: number, more: Partial<CleanupPolicy> = {}): CleanupPolicy {
  return { ...noFilters, retainVersions, youngGuardMs: 0, ...more };
}
