/** The whole protocol under seeded schedules of faults, clocks, sleeps and deaths; and that the simulation sees a broken rule. */
import { describe, expect, it } from 'vitest';
import { mutants } from './mutants';
import { runSchedule } from './run-schedule';
import { describeFailure, runSchedules } from './run-schedules';
import { decisionRows, tableRows } from './table-rows';

const schedules = 150;
const patience = 300_000;

describe('the simulation', () => {
  it('gives the same trace for the same seed, and another for another', async () => {
    const first = await runSchedule(7);
    expect(first.trace.length).toBeGreaterThan(80);
    expect(await runSchedule(7)).toEqual(first);
    expect((await runSchedule(8)).trace).not.toEqual(first.trace);
  });

  it(
    `keeps every invariant in ${schedules} schedules, and meets nearly every row and decision`,
    async () => {
      const { failed, counted, hits } = await runSchedules(1, schedules);
      expect(failed === null ? null : describeFailure(failed)).toBeNull();
      expect(counted).toBeGreaterThan(schedules * 0.75);
      // The rarest are met once in some hundred schedules; the long run counts them all.
      const missed = [...tableRows, ...decisionRows].filter((row) => (hits[row] ?? 0) === 0);
      expect(missed.length, missed.join('; ')).toBeLessThan(9);
    },
    patience,
  );

  it('finds a broken rule afresh, and says how to see it again', async () => {
    const mutant = 'manifests first';
    expect(Object.keys(mutants)).toContain(mutant);
    const { failed } = await runSchedules(1, 50, mutant);
    expect(failed).not.toBeNull();
    const text = failed === null ? '' : describeFailure(failed, mutant);
    expect(text).toContain(
      `replay: npm run test:sim -- --schedules 1 --seed ${failed?.seed} --mutant '${mutant}'`,
    );
  });

  it('refuses a mutant that is none', async () => {
    await expect(runSchedule(1, 'no such rule')).rejects.toThrow(RangeError);
  });
});
