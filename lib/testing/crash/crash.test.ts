/** A cleanup that dies at any of its calls, before or after the effect, is finished by another, and nothing is lost on the way. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CleanupRules, cleanupRules } from '@/lib/engine/cleanup/census-rules';
import { brokenAtEnd, watchedStore } from './crash-invariants';
import { type CrashPlace, localPlace, memoryPlace } from './crash-place';
import { makeScene } from './crash-scene';
import { orphan, rowsOfKept } from './crash-table';
import { type Enumeration, enumerateCalls } from './enumerate';
import { enumerateStates } from './enumerate-states';
import { countRows, lanceHistory } from './lance-history';
import { listAll } from './list-all';

/** Fewer calls than this, and some of the run was not enumerated. */
const fewestCalls = 80;
const steps = ['begin', 'fence', 'lease_census', 'seal', 'reference_census', 'commit', 'guard', 'finalize'];

let history: ReadonlyMap<string, Uint8Array>;
const places: CrashPlace[] = [];
const placed = (place: CrashPlace): CrashPlace => {
  places.push(place);
  return place;
};
beforeAll(async () => {
  history = await lanceHistory();
});
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});

function expectAll(where: string, found: Enumeration): void {
  const { calls, points, bySteps, mostFinishers, violations } = found;
  const byStep = [...bySteps].map(([step, count]) => `${step} ${count}`).join(', ');
  console.log(
    `${where}: ${points} points of death in ${calls.length} calls (${byStep}); finishers at most ${mostFinishers}`,
  );
  expect(violations).toEqual([]);
  expect(points).toBe(2 * calls.length);
  expect(calls.length).toBeGreaterThan(fewestCalls);
  expect([...bySteps.keys()]).toEqual(steps);
}

describe('a cleanup of three versions that dies at every call, before and after its effect', () => {
  it.each(['untouched', 'half_done'] as const)('in memory, past %s', { timeout: 180_000 }, async (past) => {
    const scene = await makeScene(placed(memoryPlace()), history, past);
    // Others come after every single death of the first, and once to every state that one of the second leaves.
    const options = past === 'untouched' ? {} : { known: new Map() };
    expectAll(`memory, ${past}`, await enumerateCalls(scene, options));
  });

  it('in memory, where others come at once and wait for nobody', { timeout: 180_000 }, async () => {
    const scene = await makeScene(placed(memoryPlace()), history, 'untouched');
    expectAll('memory, others at once', await enumerateCalls(scene, { atOnce: true, known: new Map() }));
  });

  it('on local folders; LanceDB counts every row of what stays', { timeout: 180_000 }, async () => {
    const place = placed(localPlace());
    const scene = await makeScene(place, history, 'untouched');
    const found = await enumerateStates(scene);
    expectAll(`local folders, ${found.states} states`, found);
    expect(found.states).toBeGreaterThan(15);
    expect(await countRows(fileURLToPath(place.uri))).toEqual(rowsOfKept);
  });
});

describe('what the enumeration sees', () => {
  const manifestsFirst: CleanupRules = { ...cleanupRules, deletionOrder: () => 'manifests_first' };
  const anchorsFirst: CleanupRules = { ...cleanupRules, finalizeOrder: (ordered) => [...ordered].reverse() };

  it.each([
    ['manifests first: files that nobody finds again', 'untouched', manifestsFirst, '/_indices/'],
    ['anchors first: a lease that nobody finds again', 'half_done', anchorsFirst, '/version_leases/'],
  ] as const)('%s', async (_, past, cleanup, lost) => {
    const scene = await makeScene(placed(memoryPlace()), history, past);
    const { violations } = await enumerateCalls(scene, { rules: { cleanup }, known: new Map() });
    const held = await enumerateStates(scene, { cleanup });
    for (const found of [violations, held.violations]) {
      const left = found.filter((sentence) => sentence.includes('left behind'));
      expect(left).toEqual(expect.arrayContaining([expect.stringContaining(lost)]));
    }
  });

  it('what is missing, changed, left, undone, or outside', async () => {
    const place = placed(memoryPlace());
    const scene = await makeScene(place, history, 'half_done');
    await scene.start.bring();
    const seen: string[] = [];
    const store = watchedStore(place.open(), seen);
    const [needed, other] = [...scene.survivors.keys()].filter((key) => key.includes('/data/'));
    const commit = (await listAll(store)).find(({ key }) => /\/2\/b+\.committed$/.test(key));
    await store.delete(needed ?? '');
    await store.put(other ?? '', new Uint8Array(1));
    await store.deleteBatch([commit?.key ?? '']);
    await store.delete('other.lance/data/not-ours.lance');
    expect(seen).toEqual([
      'the commit of version 2 was undone',
      expect.stringContaining('outside the dataset'),
    ]);
    expect(await brokenAtEnd(store, scene, new Set([2n]))).toEqual(
      expect.arrayContaining([
        `missing: ${needed}`,
        `changed: ${other}`,
        `left behind: ${orphan}`,
        'version 2 was committed and is still there',
      ]),
    );
  });
});
