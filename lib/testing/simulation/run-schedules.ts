/** Many schedules from consecutive seeds: stops at the first violation, and says how to see it again. */
import { runSchedule, type ScheduleResult } from './run-schedule';
import { decisionRows, tableRows } from './table-rows';

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

export const nothingYet: SimulationSummary = {
  ...{ schedules: 0, counted: 0, calls: 0, faults: 0, steps: 0 },
  hits: {},
  failed: null,
};

/**
 * @param mutant name of a broken rule, null for the protocol as it is
 * @param onSchedule told of the sum after every schedule; may say that it is enough
 */
export async function runSchedules(
  from: number,
  schedules: number,
  mutant: string | null = null,
  onSchedule: (sum: SimulationSummary) => 'go on' | 'enough' = () => 'go on',
): Promise<SimulationSummary> {
  let sum = nothingYet;
  for (let seed = from; seed < from + schedules; seed += 1) {
    const result = await runSchedule(seed, mutant);
    const { violation, counts, calls, faults, steps, hits } = result;
    const failed = violation === null ? null : result;
    const one = { schedules: 1, counted: counts ? 1 : 0, calls, faults, steps, failed };
    sum = added(sum, { ...one, hits: Object.fromEntries(hits) });
    if (failed !== null || onSchedule(sum) === 'enough') return sum;
  }
  return sum;
}

export function added(a: SimulationSummary, b: SimulationSummary): SimulationSummary {
  const hits: Record<string, number> = { ...a.hits };
  for (const [what, count] of Object.entries(b.hits)) hits[what] = (hits[what] ?? 0) + count;
  return {
    schedules: a.schedules + b.schedules,
    counted: a.counted + b.counted,
    calls: a.calls + b.calls,
    faults: a.faults + b.faults,
    steps: a.steps + b.steps,
    hits,
    failed: a.failed ?? b.failed,
  };
}

/** How often each row of H.1 to H.4 and each decision was met, one line each. */
export function describeRows({ hits }: SimulationSummary): readonly string[] {
  return [...tableRows, ...decisionRows].map((row) => `${String(hits[row] ?? 0).padStart(8)}  ${row}`);
}

/** The invariant that broke, the last steps before it, and the command that runs this one schedule again. */
export function describeFailure(failed: ScheduleResult, mutant: string | null = null): string {
  const changed = mutant === null ? '' : ` --mutant '${mutant}'`;
  return [
    `seed ${failed.seed}: ${failed.violation}`,
    ...failed.trace.slice(-60),
    `replay: npm run test:sim -- --schedules 1 --seed ${failed.seed}${changed}`,
  ].join('\n');
}
