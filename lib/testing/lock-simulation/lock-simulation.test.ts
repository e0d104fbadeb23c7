/** Owners, successors, operators and an observer of one lock under seeded schedules; and that the simulation sees a broken rule. */
import { describe, expect, it } from 'vitest';
import { lockStates } from '@/lib/engine/lock/lock-states';
import { lockMutants } from './lock-mutants';
import { runLockSchedule } from './run-lock-schedule';
import { describeLockFailure, runLockSchedules } from './run-lock-schedules';
import { closed, overlaps, unproven } from './windows';

const schedules = 250;

/** What else must have come to pass, so that the rest proves anything. */
const met = [
  'take-over',
  'fenced lapsed',
  'fenced superseded',
  'release released',
  'release superseded',
  'unlocked silent',
];

/** The first seed from 1 on that shows a changed rule; whatever changes the choices of a schedule changes these. */
const foundBy: Readonly<Record<string, readonly [number, RegExp]>> = {
  'silence to answer time': [2, /was not silent/],
  'claim deleted at take-over': [50, /longer than F1 allows/],
  'unreadable claim as absent': [1, /beats without an answer to both its looks/],
  'unanswered look as a loss': [1, /though neither claim nor record says so/],
  'fenced at half the lease': [1, /is fenced before its deadline/],
  'deadline from acknowledgement': [1, /acts past its deadline/],
  'unconditional unlock': [89, /an unlock of \w+ removed \w+/],
  'create sent again unchanged': [138, /returns to the record/],
  'effects do not ask the deadline': [9, /acts past its deadline/],
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
    expect(unproven(hits, longest)).toEqual([]);
    // The bounds are no idle ones: most of each is used.
    expect(longest.F1).toBeGreaterThan(0.2);
    expect(longest.F13).toBeGreaterThan(0.2);
    expect(longest['F13 without answers']).toBeGreaterThan(0.4);
    expect(longest.F15).toBeGreaterThan(0.5);
    for (const what of met) expect(hits[what], what).toBeGreaterThan(0);
    for (const state of lockStates) expect(hits[`seen ${state}`], state).toBeGreaterThan(0);
  }, 240_000);
});

describe('what a set of schedules proves', () => {
  const names = [...Object.keys(overlaps), ...closed];
  const hits = Object.fromEntries(names.map((name) => [name, 1]));

  it('is every window of section F but the one of stores that ignore conditions', () => {
    const rows = new Set(names.flatMap((name) => /^F\d+/.exec(name) ?? []));
    const all = Array.from({ length: 16 }, (_, at) => `F${at + 1}`);
    expect([...rows].sort()).toEqual(all.sort());
    expect(unproven(hits, overlaps)).toEqual([]);
  });

  it.each(names)('is not %s when it was never met', (name) => {
    expect(unproven({ ...hits, [name]: 0 }, overlaps)).toEqual([`${name} not met`]);
  });

  it.each(Object.entries(overlaps))('is not %s when it was longer than its bound', (name, bound) => {
    expect(unproven(hits, { [name]: bound + 0.001 })).toEqual([`${name} too long`]);
  });
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
