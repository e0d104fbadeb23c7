/** Many schedules from consecutive seeds: stops at the first violation, and says how to see it again. */
import { type LockScheduleResult, runLockSchedule } from './run-lock-schedule';

export interface LockSimulationSummary {
  readonly schedules: number;
  readonly counted: number;
  readonly calls: number;
  readonly faults: number;
  readonly hits: Readonly<Record<string, number>>;
  readonly longest: Readonly<Record<string, number>>;
  readonly failed: LockScheduleResult | null;
}

/** @param mutant name of a changed rule, null for the protocol as it is */
export async function runLockSchedules(
  from: number,
  schedules: number,
  mutant: string | null = null,
): Promise<LockSimulationSummary> {
  const sum = { schedules: 0, counted: 0, calls: 0, faults: 0 };
  const hits: Record<string, number> = {};
  const longest: Record<string, number> = {};
  for (let seed = from; seed < from + schedules; seed += 1) {
    const result = await runLockSchedule(seed, mutant);
    sum.schedules += 1;
    sum.counted += result.counts ? 1 : 0;
    sum.calls += result.calls;
    sum.faults += result.faults;
    for (const [what, count] of result.hits) hits[what] = (hits[what] ?? 0) + count;
    for (const [what, most] of result.longest) longest[what] = Math.max(longest[what] ?? 0, most);
    if (result.violation !== null) return { ...sum, hits, longest, failed: result };
  }
  return { ...sum, hits, longest, failed: null };
}

/** What broke, the last steps before it, and the command that runs this one schedule again. */
export function describeLockFailure(failed: LockScheduleResult, mutant: string | null = null): string {
  const changed = mutant === null ? '' : ` --mutant '${mutant}'`;
  return [
    `seed ${failed.seed}: ${failed.violation}`,
    ...failed.trace.slice(-80),
    `replay: npx tsx scripts/test-lock-sim.ts --schedules 1 --seed ${failed.seed}${changed}`,
  ].join('\n');
}
