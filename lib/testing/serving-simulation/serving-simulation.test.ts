/** Serving processes under seeded schedules: what is served survives every failure, and each broken rule is seen. */
import { describe, expect, it } from 'vitest';
import { describeServingFailure, runServingSchedule } from './run-serving-schedule';
import { runServingSchedules } from './run-serving-schedules';
import { servingMutants } from './serving-mutants';

const schedules = 20;
/** What must have come to pass, so that the rest proves anything. */
const met = [
  ...['taken over', 'deposed', 'activated', 'stale completion', 'reconciled', 'completed again'],
  ...['hash conflict', 'failed while serving', 'pointed', 'sealed', 'publication replan'],
  ...['served by serve_head', 'served by serve_known_descendant', 'served by checkout_clean'],
];

/** The first seed from 1 on that shows a changed rule; whatever changes the choices of a schedule changes these. */
const foundBy: Readonly<Record<string, readonly [number, RegExp]>> = {
  'rotation on start': [1, /nobody activated it/],
  'pointer before seal': [1, /the pointer names \w+ before .*import-seals.* is there/],
  'generation not persisted before work': [2, /generation \d+ is handed out twice/],
  'head served though not local': [1, /which is not there/],
  'marker match taken as proof': [2, /which is in no version/],
};

describe('the serving simulation', () => {
  it('gives the same trace for the same seed, and another for another', async () => {
    const first = await runServingSchedule(7);
    expect(first.trace.length).toBeGreaterThan(100);
    expect(await runServingSchedule(7)).toEqual(first);
    expect((await runServingSchedule(8)).trace).not.toEqual(first.trace);
  });

  it(`nothing is lost, repeated or named too early in ${schedules} schedules`, async () => {
    const { hits, faults, failed } = await runServingSchedules(1, schedules);
    expect(failed === null ? null : describeServingFailure(failed)).toBeNull();
    expect(faults).toBeGreaterThan(schedules);
    for (const what of met) expect(hits[what], what).toBeGreaterThan(0);
  }, 240_000);
});

describe('mutants', () => {
  it.each(Object.entries(foundBy))(
    '%s',
    async (mutant, [first, violation]) => {
      const { failed } = await runServingSchedules(1, schedules, mutant);
      if (failed === null) throw new Error(`not found from seed 1 to ${schedules}`);
      expect(describeServingFailure(failed, mutant)).toMatch(violation);
      expect(failed.seed).toBe(first);
      // The very schedule that shows it breaks nothing under the rules as they are.
      expect((await runServingSchedule(failed.seed)).violation).toBeNull();
    },
    60_000,
  );
  it('are all of them found', () =>
    expect(Object.keys(foundBy).sort()).toEqual(Object.keys(servingMutants).sort()));
});
