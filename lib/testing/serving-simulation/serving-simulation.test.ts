/** Serving processes under seeded schedules: what is served survives every failure, and each broken rule is seen. */
import { describe, expect, it } from 'vitest';
import { describeServingFailure, runServingSchedule } from './run-serving-schedule';
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
  'generation not persisted before work': [1, /generation \d+ is handed out twice/],
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
    const hits: Record<string, number> = {};
    for (let seed = 1; seed <= schedules; seed += 1) {
      const result = await runServingSchedule(seed);
      expect(result.violation === null ? null : describeServingFailure(result)).toBeNull();
      for (const [what, times] of Object.entries(result.hits)) hits[what] = (hits[what] ?? 0) + times;
    }
    for (const what of met) expect(hits[what], what).toBeGreaterThan(0);
  }, 240_000);
});

describe('mutants', () => {
  it.each(Object.entries(foundBy))(
    '%s',
    async (mutant, [first, violation]) => {
      let seed = 1;
      let found = await runServingSchedule(seed, mutant);
      while (found.violation === null && seed < schedules) {
        seed += 1;
        found = await runServingSchedule(seed, mutant);
      }
      expect(describeServingFailure(found)).toMatch(violation);
      expect(seed).toBe(first);
    },
    60_000,
  );
  it('are all of them found', () =>
    expect(Object.keys(foundBy).sort()).toEqual(Object.keys(servingMutants).sort()));
});
