/** An operator asks a real process: it pins its clean version, goes back to the import before, and stays there after a restart. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askReplica, findIntent } from '@/lib/engine/serving/ask-replica';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { replicaPlaces } from '@/lib/engine/serving/serving-names';
import { pointerOf } from './copy';
import { lineage, localPlace, ServingStage } from './serving-stage';

const folder = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-operators-'))), 'shared');
let stage: ServingStage;
beforeEach(() => {
  stage = new ServingStage(localPlace(folder));
});
afterEach(async () => {
  await stage.close();
  rmSync(path.dirname(folder), { recursive: true });
});

it('a pin and a rollback are done once, and what is served then lasts', async () => {
  const sources = [stage.source('one', 10), stage.source('two', 20)] as const;
  const process = stage.start();
  for (const { sourceId } of sources) {
    stage.wish(sourceId);
    await process.imported(sourceId);
  }
  const [one, two] = sources.map(importIdOf);
  const report = await process.until(
    ({ clocks, capabilities }) =>
      clocks.replica.mirror.state === 'current' && capabilities.includes('rollback'),
  );
  const places = replicaPlaces('state', 'prod', lineage, 'eu-1');
  const { clean_version: clean, observed_head: head } = report.clocks.history;
  for (const [id, action] of [
    ['1', 'pin_clean'],
    ['2', 'rollback'],
  ] as const) {
    await askReplica(stage.shared.store, places, {
      ...{ schema: 'lance-serving-intent/1', id, action, actor_label: 'ann', reason: 'the new one is wrong' },
      ...{ at: new Date().toISOString(), params: {} },
      expected: { epoch: report.fence.epoch, generation: null, active: two ?? null, clean, head },
    });
  }
  const back = { active: one, previous: two };
  await process.until(({ serving }) => serving?.active === one);
  await expect
    .poll(async () => (await findIntent(stage.shared.store, places, '2'))?.result?.outcome, {
      timeout: 30_000,
    })
    .toBe('done');
  expect((await findIntent(stage.shared.store, places, '1'))?.result?.outcome).toBe('done');
  expect(await (await (await stage.lance()).tags()).list()).toMatchObject({
    [`clean-${two}`]: { version: 2 },
  });
  expect(await process.served()).toEqual([1, 10]);
  for (const copy of [stage.own, stage.mirror]) {
    expect((await pointerOf(copy))?.active.import_id).toBe(one);
  }
  await process.kill();
  const again = stage.start();
  await again.says('booted');
  await again.until(({ fence }) => fence.seq > 2);
  expect((await again.status()).serving).toMatchObject(back);
  expect(await again.served()).toEqual([1, 10]);
}, 240_000);
