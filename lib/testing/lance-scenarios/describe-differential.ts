/** The differential against the official engine (one script, two places, two cleaners), for every kind of store. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineOptions } from '@/lib/engine/engine';
import { cleanByEngine, engineOver, policyOf } from './clean-by-engine';
import { cleanByLance } from './clean-by-lance';
import { differences, judge } from './compare-survivors';
import { brokenReadings, type Readings, readEverything } from './read-everything';
import { countRoles, listKeys, type Roles, readNeeds, rolesOf, versionsIn } from './roles';
import type { OpenPlace, ScenarioPlace } from './scenario-place';
import { clonedScenario, type LanceScenario, scenarios, taggedScenario } from './scenarios';
import { type WrittenScenario, writeScenario } from './write-scenario';

/** A place that a script has written, with all that must be known of it before anybody cleans. */
interface Side {
  readonly written: WrittenScenario;
  readonly roles: Roles;
  readonly before: Readings;
}

/** @param learn what the store at hand can do, asked once */
export function describeDifferential(
  what: string,
  openPlaces: () => Promise<OpenPlace>,
  learn: (place: ScenarioPlace) => Promise<Partial<EngineOptions>>,
): void {
  describe.concurrent(`what is left after LanceDB 0.31 and after us, ${what}`, () => {
    let open: OpenPlace;
    let options: Partial<EngineOptions> = {};
    beforeAll(async () => {
      open = await openPlaces();
      const place = await open();
      options = await learn(place);
      await place.remove();
    });

    const playTwice = async (scenario: LanceScenario, act: (lance: Side, ours: Side) => Promise<void>) => {
      const sides = await Promise.all([play(scenario, await open()), play(scenario, await open())]);
      try {
        const [lance, ours] = sides;
        expect([...countRoles(ours.roles, [...ours.roles.keys()])].sort()).toEqual(
          [...countRoles(lance.roles, [...lance.roles.keys()])].sort(),
        );
        await act(lance, ours);
      } finally {
        for (const { written } of sides) await written.place.remove();
      }
    };

    it.each([...scenarios, clonedScenario])(
      '$name: the same but for what the specification names',
      async (scenario) => {
        await playTwice(scenario, async (lance, ours) => {
          const theirs = await cleanByLance(lance.written);
          expect(theirs).toMatchObject({ kind: 'cleaned' });
          const report = await cleanByEngine(ours.written, policyOf(ours.written), options);
          expect(report).toMatchObject({ outcome: 'completed', left: [], incidents: [], failure: null });
          expect(report.retired.length).toBeGreaterThan(2);
          const found = differences(await leftAt(lance), await leftAt(ours));
          expect(judge(scenario.name, found)).toEqual({ unnamed: [], unseen: [] });
          expect(await broken(ours)).toEqual([]);
        });
      },
    );

    it('an old version is tagged: both refuse; where we keep it instead, all that both must keep is left, no more', async () => {
      await playTwice(taggedScenario, async (lance, ours) => {
        expect(await cleanByLance(lance.written)).toMatchObject({
          kind: 'refused',
          message: expect.stringContaining('audit'),
        });
        const policy = policyOf(ours.written);
        await expect(cleanByEngine(ours.written, policy, options)).rejects.toMatchObject({ kind: 'refused' });
        expect(differences(await leftAt(lance), await leftAt(ours))).toEqual([]);

        const report = await cleanByEngine(ours.written, { ...policy, taggedVersions: 'keep' }, options);
        expect(report).toMatchObject({ outcome: 'completed', left: [], incidents: [], failure: null });
        const left = await leftAt(ours);
        const kept = versionsIn(left.keys);
        expect(kept).toContain('events.lance:3');
        expect(kept).not.toContain('events.lance:2');
        expect(kept).not.toContain('events.lance:4');
        // LanceDB left everything, so what both must keep is what the kept versions need, and what is no version's.
        const must = [...lance.roles].filter(([, role]) => neededByAny(role, kept)).map(([key]) => key);
        expect(differences({ roles: lance.roles, keys: must }, left)).toEqual([]);
        expect(await broken(ours)).toEqual([]);
      });
    });

    it('a file that a branch pins is deleted by hand, and the readings show it', async () => {
      const scenario = scenarios.find(({ name }) => name.startsWith('nested branches, main'));
      if (scenario === undefined) throw new Error('the scenario is gone');
      const ours = await play(scenario, await open());
      const { place } = ours.written;
      try {
        await cleanByEngine(ours.written, policyOf(ours.written), options);
        expect(await broken(ours)).toEqual([]);
        const { keys } = await leftAt(ours);
        const pinned = keys.find((key) => {
          const role = ours.roles.get(key) ?? '';
          return role.startsWith('events.lance/data of ') && role.includes('events.lance/tree/exp:3');
        });
        await place.store.delete(pinned ?? 'nothing is pinned');
        expect((await broken(ours)).join('\n')).toMatch(
          /events\.lance\/tree\/exp:3 had \d+ rows, now cannot be read/,
        );
      } finally {
        await place.remove();
      }
    });

    it('cleaning what is clean plans nothing', async () => {
      const ours = await play(scenarios[0] ?? taggedScenario, await open());
      try {
        await cleanByEngine(ours.written, policyOf(ours.written), options);
        const again = await engineOver(ours.written.place.store, options).planCleanup(policyOf(ours.written));
        expect(again).toMatchObject({ versions: [], objects: [] });
      } finally {
        await ours.written.place.remove();
      }
    });
  });
}

async function play(scenario: LanceScenario, place: ScenarioPlace): Promise<Side> {
  const written = await writeScenario(scenario, place);
  return { written, roles: rolesOf(await readNeeds(place.store)), before: await readEverything(place) };
}

/** Markers and leases are the protocol's own business, not the table's: none may be left but the clock. */
async function leftAt({ written, roles }: Side) {
  const keys = await listKeys(written.place.store);
  return { roles, keys: keys.filter((key) => !key.endsWith('/_refs/version_lease_gc/main/_clock')) };
}

async function broken({ written, before }: Side): Promise<readonly string[]> {
  const { place } = written;
  const references = [...before.keys()].filter((name) => name.includes('@'));
  const survivors = [...versionsIn(await listKeys(place.store)), ...references];
  return brokenReadings(before, await readEverything(place), survivors);
}

/** Roles end in the versions that need them; what names no version is nobody's to delete here. */
function neededByAny(role: string, kept: readonly string[]): boolean {
  const users = / of (.*)$/.exec(role)?.[1];
  return users === undefined || users.split(' ').some((user) => kept.includes(user));
}
