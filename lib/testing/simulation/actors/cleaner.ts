/** Cleaners: one plans and runs again and again, one is an operator who stops runs half way and resumes. */

import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import type { RunOptions } from '@/lib/engine/cleanup/run-cleanup';
import type { DatasetEngine } from '@/lib/engine/engine';
import type { Actor, Stage } from '@/lib/testing/simulation/cast';
import type { SimProcess } from '@/lib/testing/simulation/scheduler';
import { dayMs, minuteMs } from '@/lib/testing/simulation/world';
import { told } from './told';

export const cleaner = cleaningEvery(60_000, 2);
/** Comes again and again: what others hold meanwhile it clears, and what they let go it retires. */
export const busyCleaner = cleaningEvery(12_000, 5);

/** Comes when what others own has lapsed: it settles what they left half done. */
export const lateCleaner: Actor = async (process, stage) => {
  await process.clock.sleep(16 * minuteMs);
  await clean(process, stage, 4 * minuteMs, 3);
};

function cleaningEvery(mostMs: number, rounds: number): Actor {
  return (process, stage) => clean(process, stage, mostMs, rounds);
}

async function clean(process: SimProcess, stage: Stage, mostMs: number, rounds: number): Promise<void> {
  const { clock, random } = process;
  const engine = stage.engineOf(process);
  for (let round = 0; round < rounds; round += 1) {
    await clock.sleep(random.int(mostMs));
    const plan = await told(stage.ledger, 'plan', () => engine.planCleanup(drawPolicy(process)));
    if (plan === null) continue;
    const certain = plan.versions.filter(({ group }) => group === 'certain');
    stage.ledger.planned.set(
      process.name,
      certain.map(({ version }) => version),
    );
    if (stage.config.about === 'leases' && random.chance(0.7)) await untilLeaseEnds(process, stage, plan);
    else await idle(process, stage);
    await run(process, stage, engine, plan, dawdling(process));
  }
}

/** Often until something is about to end, some calls before the fence. */
async function idle({ clock, random }: SimProcess, stage: Stage): Promise<void> {
  await clock.sleep(random.pick([0, random.int(8_000)]));
  const end = random.chance(0.6) ? stage.msUntilSomethingEnds() : null;
  const lastMoment = end === null ? null : Math.max(0, end - random.int(1_500));
  await clock.sleep(lastMoment ?? random.pick([0, 0, random.int(2 * minuteMs)]));
}

/** Until shortly before a lease ends that came after the plan: by one clock it is over then, by the other not yet. */
async function untilLeaseEnds(
  { clock, random }: SimProcess,
  { config, ledger, now }: Stage,
  plan: CleanupPlan,
): Promise<void> {
  const apartMs = Math.abs(config.gateways[0] - config.gateways[1]);
  for (let look = 0; look < 100; look += 1) {
    const lease = [...ledger.facts.leases.values()].find(
      (one) => one.endsAt > now() && plan.versions.some(({ version }) => version === one.version),
    );
    const leftMs = lease === undefined ? null : lease.endsAt + 1_000 - apartMs - now();
    if (leftMs !== null) return clock.sleep(Math.max(0, leftMs - random.int(200)));
    await clock.sleep(random.int(400));
  }
}

/** Stops before some batch, and later resumes with a plan of its own. */
export const operator: Actor = async (process, stage) => {
  const { clock, random } = process;
  const engine = stage.engineOf(process);
  for (let round = 0; round < 2; round += 1) {
    await clock.sleep(random.int(90_000));
    const plan = await told(stage.ledger, 'plan', () => engine.planCleanup(drawPolicy(process)));
    if (plan === null) continue;
    const stop = new AbortController();
    let batches = random.int(5);
    const onProgress: RunOptions['onProgress'] = () => {
      if (batches === 0) stop.abort();
      batches -= 1;
    };
    await run(process, stage, engine, plan, { onProgress, signal: stop.signal });
  }
};

export async function run(
  process: SimProcess,
  { ledger }: Pick<Stage, 'ledger'>,
  engine: DatasetEngine,
  plan: CleanupPlan,
  options: RunOptions,
): Promise<void> {
  ledger.planned.delete(process.name);
  const keys = [...plan.objects, ...plan.versions.flatMap(({ manifests }) => manifests)].map(
    ({ key }) => key,
  );
  ledger.runBegins(process.name, new Set(keys));
  countPlan(plan, ledger.hit);
  const report = await told(
    ledger,
    'run',
    () => engine.runCleanup(plan, options),
    ({ kind }) => {
      if (kind === 'conflict') ledger.hit('D11 stale');
    },
  );
  if (report === null) return;
  ledger.hit(`run ${report.outcome}`);
  for (const { reason } of report.left) ledger.hit(leftRow[reason] ?? `left ${reason}`);
  for (const _ of report.incidents) ledger.hit('D16 incident told');
  if (report.failure?.kind === 'internal')
    ledger.breaks(`the run of ${process.name} ended as ${report.failure.sentence}`);
}

const leftRow: Readonly<Record<string, string>> = {
  new_retirement: 'D9 left new_retirement',
  changed: 'D10 left changed',
  not_sealed_in_time: 'D15 left not_sealed_in_time',
  held: 'D16 left held',
};

function countPlan(plan: CleanupPlan, hit: (what: string) => void): void {
  for (const { group } of plan.versions) hit(`D9 planned ${group}`);
  const kinds = plan.kept.flatMap(({ protections }) =>
    protections.map(({ kind, subject }) => `${kind} ${subject}`),
  );
  if (kinds.some((one) => one.startsWith('outside '))) hit('D14 outside reason holds');
  if (kinds.some((one) => one.includes('clone '))) hit('D13 clone holds');
  if (kinds.some((one) => one === 'tag old')) hit('D20 released reference held');
}

function drawPolicy({ random }: SimProcess): CleanupPolicy {
  const base = { ...noFilters, youngGuardMs: random.pick([0, 0, minuteMs]), taggedVersions: 'keep' } as const;
  const choice = random.int(10);
  if (choice < 6) return { ...base, retainVersions: random.pick([1, 1, 2, 3]) };
  if (choice < 8) return { ...base, olderThanMs: random.pick([0, dayMs]) };
  return { ...base, versions: [1n, 3n, 4n].filter(() => random.chance(0.7)).concat(2n) };
}

/** Some runs sleep twenty minutes between two steps, longer than anything of theirs is owned. */
function dawdling({ random, clock }: SimProcess): RunOptions {
  if (!random.chance(0.15)) return {};
  let batches = random.int(4);
  const beforeBatch = async () => {
    if (batches === 0) await clock.sleep(20 * minuteMs);
    batches -= 1;
  };
  return { beforeBatch };
}
