/** Many schedules of serving processes from consecutive seeds; stops at the first violation. */
import { runServingSchedule, type ServingScheduleResult } from './run-serving-schedule';

export interface ServingSimulationSummary {
  readonly schedules: number;
  readonly calls: number;
  readonly faults: number;
  /** What came to pass, summed over the schedules. */
  readonly hits: Readonly<Record<string, number>>;
  readonly failed: ServingScheduleResult | null;
}

/** @param mutant name of a changed rule, null for the rules as they are */
export async function runServingSchedules(
  from: number,
  schedules: number,
  mutant: string | null = null,
): Promise<ServingSimulationSummary> {
  const sum = { schedules: 0, calls: 0, faults: 0 };
  const hits: Record<string, number> = {};
  for (let seed = from; seed < from + schedules; seed += 1) {
    const result = await runServingSchedule(seed, mutant);
    sum.schedules += 1;
    sum.calls += result.calls;
    sum.faults += result.faults;
    for (const [what, count] of Object.entries(result.hits)) hits[what] = (hits[what] ?? 0) + count;
    if (result.violation !== null) return { ...sum, hits, failed: result };
  }
  return { ...sum, hits, failed: null };
}
