/** `--schedules N [--seed S] [--mutant 'name']`: runs schedules from seed S on and prints one JSON line; a violation fails with its trace. */
import { parseArgs } from 'node:util';

export interface Simulation<Failed> {
  run(
    seed: number,
    schedules: number,
    mutant: string | null,
  ): Promise<{ readonly schedules: number; readonly failed: Failed | null }>;
  /** The trace, and the command that replays it. */
  traceOf(failed: Failed, mutant: string | null): string;
}

export async function simulationCommand<Failed>({ run, traceOf }: Simulation<Failed>): Promise<void> {
  const { values } = parseArgs({
    options: {
      schedules: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      mutant: { type: 'string' },
    },
  });
  const mutant = values.mutant ?? null;
  const startedAt = performance.now();
  const { failed, ...sum } = await run(whole(values.seed), whole(values.schedules), mutant);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (failed !== null) console.error(traceOf(failed, mutant));
  const perSecond = Math.round(sum.schedules / seconds);
  console.log(JSON.stringify({ ...sum, seconds, perSecond, violations: failed === null ? 0 : 1 }));
  if (failed !== null) process.exitCode = 1;
}

export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${text}`);
  return value;
}
