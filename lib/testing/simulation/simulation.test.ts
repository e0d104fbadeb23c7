/** The lease protocol under seeded schedules of faults, clocks and deaths; and that the simulation sees a broken rule. */
import { describe, expect, it } from 'vitest';
import { tableRows } from './counted-protocol';
import { mutants } from './protocol';
import { runSchedule } from './run-schedule';
import { describeFailure, runSchedules } from './run-schedules';

const schedules = 250;

/** The first seed from 1 on that shows a changed rule; whatever changes the choices of a schedule changes these. */
const foundBy: Readonly<Record<string, number>> = {
  'acquire without its last check': 23,
  'host clocks compared': 9,
  'no +1 s': 788,
  'no second lease census': 1941,
};

describe('the simulation', () => {
  it('gives the same trace for the same seed, and another for another', async () => {
    const first = await runSchedule(7);
    expect(first.trace.length).toBeGreaterThan(80);
    expect(await runSchedule(7)).toEqual(first);
    expect((await runSchedule(8)).trace).not.toEqual(first.trace);
  });

  it(`keeps every invariant in ${schedules} schedules, and meets every row of H.1, H.2 and H.3`, async () => {
    const { failed, counted, hits } = await runSchedules(1, schedules);
    expect(failed === null ? null : describeFailure(failed)).toBeNull();
    expect(counted).toBeGreaterThan(schedules * 0.9);
    for (const row of tableRows) expect(hits[row], row).toBeGreaterThan(0);
  });
});

describe('mutants', () => {
  it.each(Object.entries(foundBy))('%s: seed %s', async (mutant, seed) => {
    expect(Object.keys(mutants)).toContain(mutant);
    const broken = await runSchedule(seed, mutant);
    expect(broken.violation).toMatch(/is committed while|was removed before its end/);
    // The same choices with the rule as it is break nothing.
    expect((await runSchedule(seed)).violation).toBeNull();
  });
  it('are found afresh, and the failure says how to see it again', async () => {
    const mutant = 'host clocks compared';
    const { failed, schedules: searched } = await runSchedules(1, 100, mutant);
    const text = failed === null ? '' : describeFailure(failed, mutant);
    expect(searched).toBe(foundBy[mutant]);
    expect(text).toContain(
      `replay: npx tsx scripts/test-sim.ts --schedules 1 --seed ${foundBy[mutant]} --mutant '${mutant}'`,
    );
  });
});
