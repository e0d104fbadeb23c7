/**
 * `npm run test:sim -- --schedules N [--seed S] [--jobs J] [--minutes M] [--mutant 'name']`: runs schedules of the
 * simulation from seed S on, in J processes, until all are run, the time is over or an invariant breaks. Prints what was
 * counted of every row of H.1 to H.4 and of every decision, then one JSON line; fails with the trace of a violation and
 * the command that replays it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  added,
  describeFailure,
  describeRows,
  nothingYet,
  runSchedules,
  type SimulationSummary,
} from '@/lib/testing/simulation/run-schedules';
import { whole } from './lib/simulation-command';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
    mutant: { type: 'string' },
  },
});
const mutant = values.mutant ?? null;
const minutes = whole(values.minutes);

async function main(): Promise<void> {
  const startedAt = performance.now();
  const [seed, schedules, jobs] = [whole(values.seed), whole(values.schedules), whole(values.jobs)];
  const sum = jobs > 1 ? await inProcesses(seed, schedules, jobs) : await here(seed, schedules, startedAt);
  // A child only tells its parent.
  if (process.send !== undefined) return void process.send(sum);
  const { failed, hits: _, ...figures } = sum;
  for (const row of describeRows(sum)) console.log(row);
  if (failed !== null) console.error(describeFailure(failed, mutant));
  const seconds = (performance.now() - startedAt) / 1_000;
  const perSecond = Math.round((10 * sum.schedules) / seconds) / 10;
  console.log(JSON.stringify({ seed, ...figures, seconds, perSecond, violations: failed === null ? 0 : 1 }));
  if (failed !== null) process.exitCode = 1;
}

function here(seed: number, schedules: number, startedAt: number): Promise<SimulationSummary> {
  return runSchedules(seed, schedules, mutant, () =>
    minutes > 0 && performance.now() - startedAt > minutes * 60_000 ? 'enough' : 'go on',
  );
}

/** Each process takes its share of the seeds, one after the other. */
async function inProcesses(seed: number, schedules: number, jobs: number): Promise<SimulationSummary> {
  const share = Math.ceil(schedules / jobs);
  const sums = await Promise.all(
    Array.from({ length: jobs }, (_, job) => {
      const many = Math.max(0, Math.min(share, schedules - job * share));
      return inProcess(seed + job * share, many);
    }),
  );
  return sums.reduce(added, nothingYet);
}

function inProcess(seed: number, schedules: number): Promise<SimulationSummary> {
  const more = mutant === null ? [] : ['--mutant', mutant];
  const args = ['--seed', `${seed}`, '--schedules', `${schedules}`, '--minutes', `${minutes}`, ...more];
  const child = fork(fileURLToPath(import.meta.url), args, { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    child.once('message', (sum: SimulationSummary) => resolve(sum));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} and told nothing`)));
  });
}

void main();
