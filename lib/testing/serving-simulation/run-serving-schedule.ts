/** One seeded schedule: two replicas, one of them with rivals for its place, restarts, pauses, lost answers and late effects. */
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type Passage, type SentCall, VirtualNetwork } from '@/lib/testing/lock-simulation/virtual-network';
import { type VirtualProcess, VirtualWorld } from '@/lib/testing/lock-simulation/virtual-world';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { anIdentity, collidingManifests } from './builders';
import { type ReplicaCast, runProcess } from './importing-process';
import { ServingLedger } from './serving-ledger';
import { rulesOf } from './serving-mutants';

export interface ServingScheduleResult {
  readonly seed: number;
  readonly violation: string | null;
  readonly trace: readonly string[];
  readonly hits: Readonly<Record<string, number>>;
  /** Calls to the store, and those of them that were lost, late or without an answer. */
  readonly calls: number;
  readonly faults: number;
}

const lengthMs = 300_000;
const sources = [
  anIdentity({ manifest: collidingManifests[0] }),
  anIdentity({ manifest: collidingManifests[1] }),
  anIdentity({ source: 'berlin-260901' }),
  anIdentity({ source: 'berlin-261001' }),
] as const;

/** @param mutant name of a changed rule, null for the rules as they are */
export async function runServingSchedule(
  seed: number,
  mutant: string | null = null,
): Promise<ServingScheduleResult> {
  const random = new SeededRandom(seed);
  const world = new VirtualWorld();
  const ledger = new ServingLedger();
  const network = new VirtualNetwork(world, openMemoryStore({ now: () => Date.UTC(2026, 0, 1) + world.now }));
  const weather = random.fork();
  let calls = 0;
  let faults = 0;
  network.route = (sent) => {
    const passage = passageOf(weather, sent);
    calls += 1;
    if ('fate' in passage) faults += 1;
    return passage;
  };
  network.observers.push({ landed: ledger.landed });
  const rules = rulesOf(mutant);
  const casts: readonly ReplicaCast[] = [
    { replicaId: 'eu-1', activatesFirst: false, local: new Set() },
    { replicaId: 'eu-2', activatesFirst: true, local: new Set() },
  ];
  let count = 0;

  function begin(cast: ReplicaCast): VirtualProcess {
    count += 1;
    const process = world.process(`${cast.replicaId} process ${count}`);
    ledger.note(`${process.name} begins`);
    const store = network.storeOf(process);
    const context = { cast, process, store, rules, ledger, sources, random: random.fork() };
    runProcess(context).catch((error: unknown) => ledger.fail(`${process.name} broke: ${String(error)}`));
    return process;
  }

  /** A process dies, or a rival takes its place while it stands still or goes on. */
  function live(cast: ReplicaCast, process: VirtualProcess): void {
    const then = random.pick(['die', 'rival', 'paused rival']);
    world.after(10_000 + random.int(120_000), () => {
      ledger.note(`${process.name}: ${then}`);
      if (then === 'die') process.kill();
      if (then === 'paused rival') {
        process.pause();
        world.after(20_000 + random.int(60_000), () => process.resume());
      }
      world.after(random.int(10_000), () => live(cast, begin(cast)));
    });
  }

  for (const cast of casts) live(cast, begin(cast));
  await world.run(lengthMs, () => ledger.violation !== null);
  return { seed, violation: ledger.violation, trace: ledger.trace, hits: ledger.hits, calls, faults };
}

function passageOf(random: SeededRandom, { call }: SentCall): Passage {
  const quick = { sendMs: 1 + random.int(100), answerMs: 1 + random.int(100) };
  const some = random.int(100);
  if (some < 4) return { ...quick, fate: 'lost' };
  if (some < 8) return { ...quick, fate: 'answer_lost' };
  if (some < 12 && call.mutates)
    return { answerMs: quick.answerMs, sendMs: random.int(30_000), fate: 'late' };
  if (some < 16) return { sendMs: random.int(10_000), answerMs: random.int(10_000) };
  return quick;
}

/** What broke, the last steps before it, and the command that runs this one schedule again. */
export function describeServingFailure(failed: ServingScheduleResult, mutant: string | null = null): string {
  const changed = mutant === null ? '' : ` --mutant '${mutant}'`;
  return [
    `seed ${failed.seed}: ${failed.violation}`,
    ...failed.trace.slice(-60),
    `replay: npx tsx scripts/test-serving-sim.ts --schedules 1 --seed ${failed.seed}${changed}`,
  ].join('\n');
}
