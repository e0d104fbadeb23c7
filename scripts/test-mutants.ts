/**
 * `npm run test:mutants`: every mutant of the protocol must be found by the simulation alone. Replays the seeds that are
 * known to find them, which break nothing in the protocol as it is; `-- --search [--schedules N] [--mutant 'name']` looks
 * afresh from seed 1 on. `--report FILE` writes what was counted as JSON.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { foundBy } from '@/lib/testing/simulation/found-by';
import { mutants } from '@/lib/testing/simulation/mutants';
import { runSchedule } from '@/lib/testing/simulation/run-schedule';

const { values } = parseArgs({
  options: {
    search: { type: 'boolean', default: false },
    schedules: { type: 'string', default: '2000' },
    mutant: { type: 'string' },
    report: { type: 'string' },
  },
});

interface Finding {
  readonly seed: number;
  readonly schedules: number;
  readonly violation: string;
}

async function search(mutant: string, schedules: number): Promise<Finding | null> {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const { violation } = await runSchedule(seed, mutant);
    if (violation !== null) return { seed, schedules: seed, violation };
  }
  return null;
}

async function replay(mutant: string): Promise<Finding | null> {
  const seed = foundBy[mutant];
  if (seed === undefined) return null;
  const sound = await runSchedule(seed);
  const { violation } = await runSchedule(seed, mutant);
  return sound.violation === null && violation !== null ? { seed, schedules: 1, violation } : null;
}

async function main(): Promise<void> {
  const all = Object.keys(mutants).filter((name) => values.mutant === undefined || name === values.mutant);
  if (all.length === 0) throw new RangeError(`no mutant is called ${values.mutant}`);
  const problems: string[] = [];
  for (const name of all) {
    const found = values.search ? await search(name, Number(values.schedules)) : await replay(name);
    if (found === null) problems.push(`not found: ${name}`);
    console.log(
      found === null
        ? `NOT FOUND  ${name}`
        : `found      ${name}: seed ${found.seed}, ${found.schedules} schedules: ${found.violation}`,
    );
  }
  const passed = all.length - problems.length;
  if (values.report !== undefined) {
    writeFileSync(values.report, JSON.stringify({ passed, failed: problems.length, problems }));
  }
  console.log(`${passed} of ${all.length} mutants found`);
  if (problems.length > 0) process.exitCode = 1;
}

void main();
