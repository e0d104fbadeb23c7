/**
 * `npx tsx scripts/test-serving-sim.ts --schedules N [--seed S] [--mutant 'name']`: runs schedules of the serving simulation
 * from seed S on, prints one JSON line, and fails at the first violation with its trace and the command that replays it.
 */
import { parseArgs } from 'node:util';
import { describeServingFailure } from '@/lib/testing/serving-simulation/run-serving-schedule';
import { runServingSchedules } from '@/lib/testing/serving-simulation/run-serving-schedules';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    mutant: { type: 'string' },
  },
});
const mutant = values.mutant ?? null;

async function main(): Promise<void> {
  const startedAt = performance.now();
  const { failed, ...sum } = await runServingSchedules(whole(values.seed), whole(values.schedules), mutant);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (failed !== null) console.error(describeServingFailure(failed, mutant));
  const perSecond = Math.round(sum.schedules / seconds);
  console.log(JSON.stringify({ ...sum, seconds, perSecond, violations: failed === null ? 0 : 1 }));
  if (failed !== null) process.exitCode = 1;
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${text}`);
  return value;
}

void main();
