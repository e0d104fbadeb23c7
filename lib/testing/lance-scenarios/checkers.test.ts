/** The checkers of the differential can fail: equal scripts are equal, a lost file is seen, a changed manifest is read. */
import { describe, expect, it } from 'vitest';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { changeManifest, manifestName } from './change-manifest';
import { cleanByLance } from './clean-by-lance';
import { differences, judge } from './compare-survivors';
import { brokenReadings, readEverything } from './read-everything';
import { countRoles, listKeys, readNeeds, rolesOf, versionsIn } from './roles';
import { openLocalPlace } from './scenario-place';
import { clonedScenario, type LanceScenario, scenarios } from './scenarios';
import { writeScenario } from './write-scenario';

async function cleanedByLance(scenario: LanceScenario) {
  const place = await openLocalPlace();
  const written = await writeScenario(scenario, place);
  const roles = rolesOf(await readNeeds(place.store));
  const before = await readEverything(place);
  await cleanByLance(written);
  const keys = await listKeys(place.store);
  return { place, roles, before, keys, survivors: versionsIn(keys) };
}

const branches = scenarios.find(({ name }) => name.startsWith('nested branches, main'));
if (branches === undefined) throw new Error('the scenario is gone');

describe('the checkers', () => {
  it('find two places of one script equal after the same cleaner, and tell a missing object by its role', async () => {
    const sides = await Promise.all([cleanedByLance(branches), cleanedByLance(branches)]);
    const [left, right] = sides;
    expect(differences(left, right)).toEqual([]);
    expect(countRoles(left.roles, left.keys).size).toBeGreaterThan(20);
    const lost = right.keys.filter((key) => right.roles.get(key) !== 'manifest of events.lance/tree/exp:4');
    const found = differences(left, { ...right, keys: lost });
    expect(found).toEqual([{ role: 'manifest of events.lance/tree/exp:4', lance: 1, ours: 0 }]);
    expect(judge(branches.name, found).unnamed).toEqual(found);
    for (const { place } of sides) await place.remove();
  });

  it('see when one pinned file is gone: every version that needs it turns red, no other', async () => {
    const { place, roles, before, keys, survivors } = await cleanedByLance(branches);
    expect(brokenReadings(before, await readEverything(place), survivors)).toEqual([]);
    const pinned = keys.find((key) =>
      (roles.get(key) ?? '').startsWith('events.lance/data of events.lance/tree/exp:3'),
    );
    const role = roles.get(pinned ?? '') ?? 'nothing is pinned';
    await place.store.delete(pinned ?? role);
    const broken = brokenReadings(before, await readEverything(place), survivors);
    const needers = survivors.filter((name) => role.split(' ').includes(name));
    expect(needers).toContain('events.lance/tree/exp:3');
    expect(broken.map((line) => line.split(' ')[0]).sort()).toEqual(needers.slice().sort());
    await place.remove();
  });

  it('see that a released cleaner breaks a clone at another root, which is why ours looks for them', async () => {
    const { place, before, survivors } = await cleanedByLance(clonedScenario);
    const broken = brokenReadings(before, await readEverything(place), survivors);
    expect(broken.map((line) => line.split(' ')[0]).sort()).toEqual(['cloned.lance:3', 'cloned.lance:4']);
    await place.remove();
  });
});

it('a changed manifest is what LanceDB wrote and the added fields', async () => {
  const place = await openLocalPlace();
  await writeScenario(scenarios[0] ?? branches, place);
  const root = 'events.lance';
  const read = async () =>
    readManifest(place.store, root, { name: await manifestName(place.store, root, 3n) });
  const before = await read();
  await changeManifest(place.store, root, 3n, {
    readerFlags: 1n << 20n,
    config: { 'lance.auto_cleanup.interval': '0' },
    overlaid: { file: 'a.lance', overlay: 'b.lance' },
  });
  const after = await read();
  expect(after?.facts.readerFlags).toBe(1n << 20n);
  expect(after?.facts.config.get('lance.auto_cleanup.interval')).toBe('0');
  expect(after?.facts.fragments.slice(0, -1)).toEqual(before?.facts.fragments);
  expect(after?.facts.fragments.at(-1)?.overlays.map((file) => file.path)).toEqual(['b.lance']);
  await place.remove();
});
