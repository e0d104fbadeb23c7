/** The lease protocol under seeded schedules of faults, clocks and deaths; and that the simulation sees a broken rule. */
import { describe, expect, it } from 'vitest';
import { mutants } from './protocol';
import { runSchedule } from './run-schedule';
import { describeFailure, runSchedules } from './run-schedules';

const schedules = 250;

describe('the simulation', () => {
  it('gives the same trace for the same seed, and another for another', async () => {
    const first = await runSchedule(7);
    expect(first.trace.length).toBeGreaterThan(80);
    expect(await runSchedule(7)).toEqual(first);
    expect((await runSchedule(8)).trace).not.toEqual(first.trace);
  });

  it(`keeps every invariant in ${schedules} schedules`, async () => {
    const { failed, counted, hits } = await runSchedules(1, schedules);
    expect(failed === null ? null : describeFailure(failed)).toBeNull();
    expect(counted).toBeGreaterThan(schedules * 0.8);
    const reached = [
      'acquire: done',
      'acquire: refused',
      'acquire: unavailable',
      'renew: done',
      'renew: refused',
      'renew: invalid_input',
      'draining, held',
      'sealed, held',
      'sealed, committed',
      'run: cancelled',
    ];
    for (const what of reached) expect(hits[what], what).toBeGreaterThan(0);
  });
});

describe('finds by itself', () => {
  it.each(['acquire without its last check', 'host clocks compared', 'no +1 s'])('%s', async (mutant) => {
    const { failed, schedules: searched } = await runSchedules(1, 1_000, mutant);
    expect(Object.keys(mutants)).toContain(mutant);
    expect(failed?.violation).toMatch(/is committed while|was removed before its end/);
    console.log(`${mutant}: found by seed ${failed?.seed}, schedule ${searched}`);
  });
  it('and says how to see it again', async () => {
    const { failed } = await runSchedules(1, 100, 'host clocks compared');
    const text = failed === null ? '' : describeFailure(failed, 'host clocks compared');
    expect(text).toContain(
      `replay: npx tsx scripts/test-sim.ts --schedules 1 --seed ${failed?.seed} --mutant 'host clocks compared'`,
    );
  });
});
