/** A lake on a memory store or a local folder, with a clock to move, seeded ids, and calls that fail when told. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { OperationContext } from '@/lib/engine/operations/operation-context';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from './faulty-store';
import { SeededRandom } from './seeded-random';

export type CallFault = 'refused' | 'lost_before' | 'lost_after';

/** Each backend of the table tests; `close` takes its folder away. */
export const lakeStores: readonly (readonly [string, () => Promise<OpenedLake>])[] = [
  ['memory', async () => ({ store: openMemoryStore(), close: async () => undefined })],
  ['local', openLocalLake],
];

export interface OpenedLake {
  readonly store: ObjectStore;
  readonly close: () => Promise<void>;
}

async function openLocalLake(): Promise<OpenedLake> {
  const root = await mkdtemp(join(tmpdir(), 'vamplate-operations-'));
  return { store: openLocalStore({ root }), close: () => rm(root, { recursive: true, force: true }) };
}

export function operationsStage(given?: ObjectStore) {
  const time = { now: Date.UTC(2030, 0, 1) };
  const bare = given ?? openMemoryStore({ now: () => time.now });
  const calls: string[] = [];
  let fault: ((call: StoreCall) => CallFault | null) | null = null;
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
  const clock: Clock = {
    wall: () => time.now as WallInstant,
    monotonic: () => time.now as MonotonicInstant,
    sleep: async (ms) => {
      time.now += ms;
    },
  };
  const context: OperationContext = {
    store: faultyStore(bare, dispatch),
    clock,
    random: new SeededRandom(5),
  };
  return {
    ...{ bare, calls, time, context },
    /** What happens to each later call. */
    failWhen: (when: typeof fault) => {
      fault = when;
    },
    /** Lets others act just before a call of ours. */
    beforeCalls: (act: typeof before) => {
      before = act;
    },
    /** Bytes by other means than ours. */
    async plant(key: string, body: string): Promise<void> {
      const answer = await bare.create(key, new TextEncoder().encode(body));
      if (answer.kind !== 'written') throw new Error(`${key} was not written`);
    },
  };
}
