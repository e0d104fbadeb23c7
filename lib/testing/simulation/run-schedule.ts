/** One schedule from one seed: a world, its actors, and what became of them. The same seed gives the same trace. */

import type { OtherDataset } from '@/lib/engine/cleanup/cleanup-context';
import type { OutsideReasons } from '@/lib/engine/cleanup/outside-reasons';
import { openEngine } from '@/lib/engine/engine';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { drawCast } from './draw-cast';
import { endInPeace, unrest } from './end-in-peace';
import { Ledger } from './ledger';
import { mutants, realProtocol } from './mutants';
import { drawConfig } from './schedule-config';
import { Scheduler, type SimProcess } from './scheduler';
import { seedWorld } from './seed-world';
import { countedRules } from './table-rows';
import { cloneRoot, Manifests, root } from './world';

export interface ScheduleResult {
  readonly seed: number;
  /** Named invariant that broke, or null. */
  readonly violation: string | null;
  readonly calls: number;
  readonly faults: number;
  readonly steps: number;
  /** At least 5 actors, 80 store calls and one fault: only such a schedule proves anything. */
  readonly counts: boolean;
  readonly trace: readonly string[];
  readonly hits: ReadonlyMap<string, number>;
}

/** @param mutant name of a broken rule, null for the protocol as it is */
export async function runSchedule(seed: number, mutant: string | null = null): Promise<ScheduleResult> {
  const protocolOf = mutant === null ? () => realProtocol : (mutants[mutant] ?? unknownMutant(mutant));
  const random = new SeededRandom(seed);
  const config = drawConfig(random);
  const hits = new Map<string, number>();
  const hit = (what: string) => void hits.set(what, (hits.get(what) ?? 0) + 1);
  const manifests = new Manifests();
  const ledger = new Ledger(manifests, config, hit);
  const scheduler = new Scheduler(config, random.fork(), ledger);
  const { listPrecisionMs, headPrecisionMs, conditionalDelete, clockMarginMs } = config;
  const store = openMemoryStore({
    now: () => scheduler.storeNow(),
    ...{ listPrecisionMs, headPrecisionMs, honoursDeleteIfMatch: conditionalDelete },
  });
  if (listPrecisionMs < headPrecisionMs) hit('D18 whole seconds in HEAD, milliseconds in LIST');
  const beginsAt = scheduler.now;
  const seeded = await seedWorld(ledger.watching(store), manifests, random.fork(), config, (ms) => {
    scheduler.now = beginsAt - ms;
    return scheduler.now;
  });
  for (const version of seeded.heldOutside) ledger.heldOutside.add(version);
  const otherDatasets = async (seen: ObjectStore): Promise<readonly OtherDataset[]> =>
    seeded.hasClone ? [{ store: seen, root: cloneRoot }] : [];

  const outsideReasons: OutsideReasons = async ({ branch }) => ({
    reasons: branch === null ? seeded.heldOutside.map((version) => outsideReason(version)) : [],
    unreadable: [],
  });

  const engineOf = ({ store: own, clock, random: choices }: SimProcess) => {
    const { rules, store: broken } = protocolOf(clock);
    const seen = broken(own);
    return openEngine({
      ...{ store: seen, clock, random: choices, conditionalDelete, clockMarginMs },
      outsideReasons,
      otherDatasets: () => otherDatasets(seen),
      rules: countedRules(rules, hit),
    }).dataset(root.key);
  };
  const stage = {
    ...{ config, ledger, manifests, engineOf },
    msUntilSomethingEnds: () => scheduler.msUntilSomethingEnds(),
    now: () => scheduler.now,
  };
  for (const [name, actor] of drawCast(random.fork(), config)) {
    scheduler.start(name, store, (process) => actor(process, stage));
  }
  await scheduler.run();
  const { faults } = scheduler;
  const actors = scheduler.actorCount;
  if (scheduler.violation === null) {
    scheduler.calm();
    scheduler.start('peace', store, (process) =>
      endInPeace(process, { ...stage, otherDatasets, outsideReasons }),
    );
    await scheduler.run();
    scheduler.violation ??= unrest(ledger, scheduler.now);
  }
  const { calls, trace, violation } = scheduler;
  const counts = actors >= 5 && calls >= 80 && faults >= 1;
  return { seed, violation, calls, faults, steps: trace.length, counts, trace, hits };
}

function outsideReason(version: bigint) {
  return {
    ...{ version, subject: 'a replica', holder: null, since: null },
    standing: 'active',
    endsWhen: 'it is retired',
  } as const;
}

function unknownMutant(name: string): never {
  throw new RangeError(`no mutant is called ${name}: ${Object.keys(mutants).join(', ')}`);
}
