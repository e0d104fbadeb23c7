/** Owners, successors, operators and an observer of one lock under seeded schedules; and that the simulation sees a broken rule. */
import { describe, expect, it } from 'vitest';
import { lockMutants } from './lock-mutants';
import { runLockSchedule } from './run-lock-schedule';
import { describeLockFailure, runLockSchedules } from './run-lock-schedules';

const schedules = 250;

/** Windows of section F that the schedules must meet: two owners act, and how long at most in leases. */
const windows: Readonly<Record<string, number>> = {
  F1: 1 / 3 + 1 / 30,
  F2: 2 / 3,
  F5: 1 / 3 + 1 / 30,
  F13: 1 / 3 + 1 / 30,
  'F13 without answers': 2 / 3,
  F14: 1 / 3 + 1 / 30,
  /** Beside a claim whose successor does not have the lock yet, or never will (F11). */
  claim: 1 / 3 + 1 / 30,
};
/** What else must have come to pass, so that the rest proves anything. */
const met = ['take-over', 'F9', 'F10', 'F12', 'release released', 'release superseded', 'unlocked silent'];
const states = ['unreadable', 'free', 'released', 'claimed', 'held-unleased'].concat([
  'held-observing',
  'held-beating',
  'late',
  'silent',
]);

/** The first seed from 1 on that shows a changed rule; whatever changes the choices of a schedule changes these. */
const foundBy: Readonly<Record<string, readonly [number, RegExp]>> = {
  'silence to answer time': [5, /was not silent/],
  'claim deleted at take-over': [79, /longer than F1 allows/],
  'unreadable claim as absent': [1, /beats without an answer to both its looks/],
  'deadline from acknowledgement': [5, /acts past its deadline/],
  'unconditional unlock': [11, /an unlock of \w+ removed \w+/],
  'create sent again unchanged': [82, /returns to the record/],
  'effects do not ask the deadline': [8, /acts past its deadline/],
};

describe('the lock simulation', () => {
  it('gives the same trace for the same seed, and another for another', async () => {
    const first = await runLockSchedule(7);
    expect(first.trace.length).toBeGreaterThan(200);
    expect(await runLockSchedule(7)).toEqual(first);
    expect((await runLockSchedule(8)).trace).not.toEqual(first.trace);
  });

  it(`CT-08 never two owners beyond the windows of F in ${schedules} schedules, and every window is met`, async () => {
    const { failed, counted, hits, longest } = await runLockSchedules(1, schedules);
    expect(failed === null ? null : describeLockFailure(failed)).toBeNull();
    expect(counted).toBeGreaterThan(schedules * 0.9);
    for (const [window, bound] of Object.entries(windows)) {
      expect(hits[window], window).toBeGreaterThan(0);
      expect(longest[window], window).toBeLessThanOrEqual(bound);
    }
    // The bounds are no idle ones: most of each is used.
    expect(longest.F1).toBeGreaterThan(0.2);
    expect(longest.F13).toBeGreaterThan(0.2);
    expect(longest['F13 without answers']).toBeGreaterThan(0.4);
    for (const what of met) expect(hits[what], what).toBeGreaterThan(0);
    for (const state of states) expect(hits[`seen ${state}`], state).toBeGreaterThan(0);
  }, 240_000);
});

describe('mutants', () => {
  it.each(Object.entries(foundBy))('%s', async (mutant, [seed, violation]) => {
    expect(Object.keys(lockMutants)).toContain(mutant);
    expect((await runLockSchedule(seed, mutant)).violation).toMatch(violation);
    // The same choices with the rule as it is break nothing.
    expect((await runLockSchedule(seed)).violation).toBeNull();
  });
  it('are all of them found', () =>
    expect(Object.keys(foundBy).sort()).toEqual(Object.keys(lockMutants).sort()));
  it('are found afresh, and the failure says how to see it again', async () => {
    const mutant = 'silence to answer time';
    const { failed, schedules: searched } = await runLockSchedules(1, 20, mutant);
    const seed = foundBy[mutant]?.[0];
    expect(searched).toBe(seed);
    expect(failed === null ? '' : describeLockFailure(failed, mutant)).toContain(
      `replay: npx tsx scripts/test-lock-sim.ts --schedules 1 --seed ${seed} --mutant '${mutant}'`,
    );
  });
});
