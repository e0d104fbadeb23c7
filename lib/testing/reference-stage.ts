/** A dataset with versions 1 to 5 of main on a memory store, a clock to move, and the plain writes of other actors. */
import { systemRandom } from '@/lib/base/random';
import { below, branchRoot } from '@/lib/engine/lance/paths';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { pathOf } from '@/lib/engine/references/canonical-names';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import type { BodyMemory, ReferenceContext } from '@/lib/engine/references/reference-context';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { formatStateName } from '@/lib/engine/references/state-names';
import type { StateRecord } from '@/lib/engine/references/state-records';
import { createIntent, createState } from '@/lib/engine/references/write-reference';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { type MemoryStoreOptions, openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from './faulty-store';
import type { Fault } from './lease-stage';
import { ManualClock } from './manual-clock';

export interface ReferenceStageOptions extends MemoryStoreOptions {
  readonly conditionalDelete?: boolean;
  readonly rootKey?: string;
  readonly pageLimit?: number;
  readonly memory?: BodyMemory;
  /** Instead of a store in memory. */
  readonly store?: ObjectStore;
}

/** Longer than any ownership, with the margin of two clocks. */
export const pastOwnershipMs = 15 * 60_000 + 1_000 + 5_000;

const text = (body: Uint8Array) => new TextDecoder().decode(body);
const bytes = (body: string) => new TextEncoder().encode(body);

export async function referenceStage(options: ReferenceStageOptions = {}) {
  const time = { now: Date.UTC(2030, 0, 1) };
  const bare = options.store ?? openMemoryStore({ now: () => time.now, ...options });
  const root = datasetRoot(bare.rootPath, options.rootKey ?? 'lake/events');
  let fault: ((call: StoreCall) => Fault | null) | null = null;
  let before: ((call: StoreCall) => Promise<void>) | null = null;
  const calls: string[] = [];
  const dispatch: Dispatch = async (call) => {
    calls.push(`${call.verb} ${call.key.slice(root.key.length + 1)}`);
    await before?.(call);
    const happens = fault?.(call) ?? null;
    if (happens === 'refused') return call.refused();
    if (happens === 'lost_before') return call.lost();
    const answer = await call.effect();
    return happens === 'lost_after' ? call.lost() : answer;
  };
  const context: ReferenceContext = {
    store: options.store ?? faultyStore(bare, dispatch, options.pageLimit),
    root,
    clock: new ManualClock(),
    random: systemRandom,
    abandoned: new AbandonedDrains(),
    conditionalDelete: options.conditionalDelete ?? options.honoursDeleteIfMatch ?? true,
    clockMarginMs: 5_000,
    rules: referenceRules,
    memory: options.memory ?? null,
  };
  const at = (entry: string) => below(root.key, entry);
  const manifestKey = (version: bigint, branch: string | null = null) =>
    `${branchRoot(root.key, branch)}/_versions/${formatVersionName('v2', version)}`;
  for (let version = 1n; version <= 5n; version += 1n) {
    await bare.create(manifestKey(version), bytes(`manifest ${version}`));
  }

  const stage = {
    bare,
    root,
    context,
    time,
    calls,
    at,
    manifestKey,
    tagPath: (name: string) => pathOf(root, `_refs/tags/${name}.json`),
    manifestPath: (version: bigint) => pathOf(root, `_versions/${formatVersionName('v2', version)}`),
    failWhen: (when: typeof fault) => {
      fault = when;
    },
    beforeCalls: (act: typeof before) => {
      before = act;
    },
    /** The next call that fits meets this once. */
    failOnce(fits: (call: StoreCall) => boolean, happens: Fault) {
      fault = (call) => {
        if (!fits(call)) return null;
        fault = null;
        return happens;
      };
    },
    mark: (marker: MarkerKind, version: bigint, run = 'a', namespace = 'main') =>
      createMarker(bare, root, { namespace, version, markerOperationId: run.repeat(32), marker }, [
        stage.manifestPath(version),
      ]),
    async read(entry: string): Promise<string | null> {
      const answer = await bare.get(at(entry), { maxBytes: 1_000_000 });
      return answer.kind === 'found' ? text(answer.body) : null;
    },
    readTag: (name: string) => stage.read(`_refs/tags/${name}.json`),
    async readState(name: string): Promise<Record<string, unknown> | null> {
      const body = await stage.read(formatStateName(stage.tagPath(name)));
      return body === null ? null : JSON.parse(body);
    },
    async keys(folder: string): Promise<readonly string[]> {
      const { objects } = await bare.list({ prefix: at(folder) });
      return objects.map(({ key }) => key.slice(root.key.length + 1));
    },
    intents: () => stage.keys('_refs/version_reference_intents/'),
    states: () => stage.keys('_refs/version_reference_states/'),
    /** A tag as the lease-aware scheme writes it, without anything around it. */
    tagBody: (version: bigint, generation: string | null, branch: string | null = null) =>
      encodeCanonicalTag({
        generation,
        branch,
        version,
        createdAt: '2029-12-31T00:00:00Z',
        updatedAt: '2029-12-31T00:00:00Z',
        manifestSize: 10,
        metadata: {},
      }),
    /** What anybody writes without asking: a released writer, a restored backup. */
    async force(entry: string, body: Uint8Array | string): Promise<void> {
      await bare.put(at(entry), typeof body === 'string' ? bytes(body) : body);
    },
    putState: (record: StateRecord) => createState(bare, root, record),
    async putIntent(
      version: bigint,
      record: Partial<Parameters<typeof createIntent>[3]> &
        Pick<Parameters<typeof createIntent>[3], 'mutation'>,
      id = 'e'.repeat(32),
    ) {
      const whole = {
        manifestPath: stage.manifestPath(version),
        operationId: 'f'.repeat(32),
        state: 'pending',
        ...record,
      } as const;
      return createIntent(bare, root, { namespace: 'main', version, id }, whole);
    },
  };
  return stage;
}

export type ReferenceStage = Awaited<ReturnType<typeof referenceStage>>;
