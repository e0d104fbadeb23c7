/** From a dataset in a store to a page's model: sampled, verified by the canary, damaged, and seen to be. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';
import { putTag, putVersion } from '@/lib/testing/lake-stage';
import { slotMs } from './slot-rules';
import { statusOf } from './status';

const body = {
  ...{ slug: 'maps', title: 'Maps', level: 'names', visibility: 'public', timeZone: 'UTC', canary: true },
  targets: [
    { kind: 'dataset', lake: 'test', id: 'lake~roads', label: 'Roads', description: null },
    { kind: 'lock', root: 'brain', label: null, description: null },
    { kind: 'serving', env: 'prod', set: 'berlin', label: null, description: null },
  ],
};

const data = 'lake/roads/data/1.lance';
let server: CleanupRoutes;
beforeEach(async () => {
  server = await cleanupRoutes({
    gc: 'none',
    config: {
      lakes: [{ id: 'test', uri: 's3://test/lake' }],
      clusters: [{ id: 'brain', lake: 'test', root: 'og/brain' }],
      serving: [{ env: 'prod', lake: 'test', state: 'state' }],
    },
  });
  const { clock } = server.routes;
  server.routes.runtime.once('control store', () => openMemoryStore({ now: () => clock.wall() }));
  await server.stage.bare.put(data, new Uint8Array(100));
  const fragments = [{ id: 0, files: [{ path: '1.lance' }] }];
  await putVersion(server.stage.bare, 'lake/roads', 1n, { fragments });
});
afterEach(() => server.routes.close());

/** Lets time pass until the next slot's sample is in and the canary has ended. */
async function nextSample() {
  const { clock, runtime } = server.routes;
  const slot = Math.floor(clock.wall() / slotMs) * slotMs + slotMs;
  const done = (async () => {
    while (statusOf(runtime)?.records.has(slot) !== true)
      await new Promise((resolve) => setImmediate(resolve));
    for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  await server.pass(done);
  const current = statusOf(runtime)?.currentModel('maps');
  if (current?.kind !== 'found') throw new Error(`the model is ${current?.kind}`);
  return current.model;
}

it('says what is known, what nobody knows, and what the canary proved', async () => {
  await server.routes.get('makeStatusPage', { body });
  const model = await nextSample();
  const [roads, root, set] = model.rows;
  expect(roads).toMatchObject({
    kind: 'dataset',
    name: 'roads',
    label: 'Roads',
    state: 'working',
    code: 'working',
  });
  expect(roads?.lastCommitAt).not.toBeNull();
  expect(root).toMatchObject({ kind: 'lock', name: 'brain' });
  expect(set).toMatchObject({ kind: 'serving', name: 'berlin', state: 'unknown', code: 'not_sampled' });
  const proven = await nextSample();
  expect(proven.rows[0]?.lastProvenAt).not.toBeNull();
  expect(proven.rows[0]?.days.at(-1)?.state).toBe('working');
  expect(server.routes.logged.filter((line) => /failed/.test(line))).toEqual([]);
}, 60_000);

it('says down once the canary misses an object, and what was proven before', async () => {
  await server.routes.get('makeStatusPage', { body });
  const { stage } = server;
  await nextSample();
  await stage.bare.delete(data);
  await nextSample();
  const model = await nextSample();
  expect(model.rows[0]).toMatchObject({ state: 'down', code: 'missing_objects' });
  expect(model.rows[0]?.lastProvenAt).not.toBeNull();
}, 60_000);

it('says how many of a lake were left out, and checks what is on a page by itself', async () => {
  // Beside the roads and what the stage has.
  const names = Array.from({ length: 500 }, (_, n) => `lake/b${n + 100}`);
  for (const name of names) await putVersion(server.stage.bare, name, 1n);
  const lake = { kind: 'lake', lake: 'test', label: null, description: null };
  await server.routes.get('makeStatusPage', { body: { ...body, targets: [body.targets[0], lake] } });
  const { rows } = await nextSample();
  expect(rows).toHaveLength(501);
  expect(rows[0]).toMatchObject({ label: 'Roads', state: 'working' });
  expect(rows.at(-1)).toMatchObject({ label: '2 more, not checked', state: 'unknown', code: 'left_out' });
}, 120_000);

describe('what the canary missed', () => {
  const change = (given: { readonly revision: number; readonly [setting: string]: unknown }) =>
    server.routes.get('changeStatusPage', { params: { slug: 'maps' }, body: given });
  const said = async () => {
    const { rows } = await nextSample();
    return `${rows[0]?.state} ${rows[0]?.code}`;
  };

  async function missed(more: object = {}) {
    await server.routes.get('makeStatusPage', { body: { ...body, ...more } });
    await nextSample();
    await server.stage.bare.delete(data);
    await nextSample();
  }

  async function putNext() {
    await server.stage.bare.put('lake/roads/data/2.lance', new Uint8Array(100));
    const fragments = [{ id: 0, files: [{ path: '2.lance' }] }];
    await putVersion(server.stage.bare, 'lake/roads', 2n, { fragments });
  }

  it('is told no more once no page has a canary for it', async () => {
    await missed();
    expect(await said()).toBe('down missing_objects');
    await change({ revision: 1, canary: false });
    const { rows } = await nextSample();
    expect(rows[0]).toMatchObject({ state: 'working', lastProvenAt: null });
  }, 60_000);

  it('is told of its version, and of none after it', async () => {
    await missed();
    expect(await said()).toBe('down missing_objects');
    await putNext();
    expect(await said()).toBe('working working');
    await putTag(server.stage.bare, 'lake/roads', 'old', 1);
    await nextSample();
    expect(await said()).toBe('degraded missing_objects');
  }, 60_000);

  it('is of those tags alone that a page chooses', async () => {
    await putNext();
    await putTag(server.stage.bare, 'lake/roads', 'old', 1);
    await missed({ canaryTags: ['stable'] });
    expect(await said()).toBe('working working');
    await change({ revision: 1, canaryTags: null });
    await nextSample();
    expect(await said()).toBe('degraded missing_objects');
    await change({ revision: 2, canaryTags: [] });
    expect(await said()).toBe('working working');
  }, 60_000);
});
