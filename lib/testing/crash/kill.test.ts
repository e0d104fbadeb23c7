/** Real processes that clean local folders and are killed with SIGKILL, one while it holds a lock; another finishes. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { Ages } from './ages';
import { crashAt, finish } from './crash-at';
import { localPlace } from './crash-place';
import { type CrashScene, makeScene } from './crash-scene';
import { neverTag } from './crash-table';
import { type KillMoment, killCleaner } from './kill-cleaner';
import { lanceHistory } from './lance-history';

const kills = 10;
const moments: readonly [KillMoment, KillMoment, KillMoment] = ['before', 'after', 'running'];

let scene: CrashScene;
beforeAll(async () => {
  scene = await makeScene(localPlace(), await lanceHistory(), 'untouched');
});
afterAll(() => scene.place.remove());

/** What others make of what the dead left. */
const finished = () => finish(scene, new Ages(scene.ages));

it(`${kills} kills at random calls`, { timeout: 300_000 }, async () => {
  const random = new SeededRandom(2_026);
  const { calls } = await crashAt(scene, () => null);
  const told: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await scene.start.bring();
    const moment = random.pick(moments);
    // A step first: most calls only look.
    const steps = [...new Set(calls.map(({ step }) => step))];
    const step = steps[random.int(steps.length)];
    const atStep = calls.filter((call) => call.step === step);
    const index = atStep[random.int(atStep.length)]?.index ?? 0;
    await killCleaner(scene, { index, moment, service: null });
    const { violations, finishers } = await finished();
    const call = calls[index];
    told.push(`${moment} ${call?.step} ${call?.verb} (${finishers})`);
    expect(violations, `${moment} call ${index}`).toEqual([]);
  }
  console.log(`${told.length} processes killed: ${told.join(', ')}`);
  expect(told).toHaveLength(kills);
});

it('a kill while the lock on a reference is held', { timeout: 60_000 }, async () => {
  const { calls } = await crashAt(scene, () => null);
  const locked = calls.find((call) => call.locked && call.mutates);
  if (locked === undefined) throw new Error('the run took no lock');
  await scene.start.bring();
  const other = openLocalStore({ root: fileURLToPath(scene.place.uri), lockWaitMs: 50 });
  const take = () => withReferenceLock(other, neverTag, async () => 'taken');
  await killCleaner(scene, { index: locked.index, moment: 'after', service: null }, async () => {
    await expect(take()).rejects.toMatchObject({ kind: 'unavailable' });
  });
  expect(await take()).toBe('taken');
  expect((await finished()).violations).toEqual([]);
});
