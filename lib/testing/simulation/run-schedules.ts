/** Many schedules from consecutive seeds: stops at the first violation, and says how to see it again. */
import { runSchedule, type ScheduleResult } from './run-schedule';

export interface SimulationSummary {
  readonly schedules: number;
  /** Those that prove something: enough actors, calls and a fault. */
  readonly counted: number;
  readonly calls: number;
  readonly faults: number;
  readonly steps: number;
  readonly hits: Readonly<Record<string, number>>;
  readonly failed: ScheduleResult | null;
}

/** @param mutant name of a changed rule, null for the protocol as it is */
export async function runSchedules(
  from: number,
  schedules: number,
  mutant: string | null = null,
): Promise<SimulationSummary> {
  const sum = { schedules: 0, counted: 0, calls: 0, faults: 0, steps: 0 };
  const hits: Record<string, number> = {};
  for (let seed = from; seed < from + schedules; seed += 1) {
    const result = await runSchedule(seed, mutant);
    sum.schedules += 1;
    sum.counted += result.counts ? 1 : 0;
    sum.calls += result.calls;
    sum.faults += result.faults;
    sum.steps += result.steps;
    for (const [what, count] of result.hits) hits[what] = (hits[what] ?? 0) + count;
    if (result.violation !== null) return { ...sum, hits, failed: result };
  }
  return { ...sum, hits, failed: null };
}

/** The invariant that broke, the last steps before it, and the command that runs this one schedule again. */
export function describeFailure(failed: ScheduleResult, mutant: string | null = null): string {
  const changed = mutant === null ? '' : ` --mutant '${mutant}'`;
  return [
    `seed ${failed.seed}: ${failed.violation}`,
    ...failed.trace.slice(-60),
    `replay: npx tsx scripts/test-sim.ts --schedules 1 --seed ${failed.seed}${changed}`,
  ].join('\n');
}
