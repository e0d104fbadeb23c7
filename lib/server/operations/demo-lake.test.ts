/** Every reply of every GET endpoint on a lake that LanceDB and our own record writers made: it parses by its contract. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import type { ReplyMeta } from '@/lib/contracts/meta';
import { routesOver } from '@/lib/testing/routes-over';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-routes-'))), 'lake');
let routes: ReturnType<typeof routesOver>;
let ids: readonly string[] = [];

beforeAll(async () => {
  const args = ['--import', 'tsx', 'scripts/demo/make-demo.ts', folder];
  const making = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(making, 'exit');
  expect(code).toBe(0);
  routes = routesOver(null, {
    lakes: [{ id: 'demo', uri: pathToFileURL(folder).href }],
    clusters: [{ id: 'archive', lake: 'demo', root: 'clusters/archive' }],
    serving: [{ env: 'demo', lake: 'demo', state: '_vamplate/state' }],
  });
  ids = (await routes.get('datasets')).items.map(({ id }) => id);
}, 120_000);
afterAll(async () => {
  await routes.close();
  rmSync(path.dirname(folder), { recursive: true });
});

const gets = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
const ofDataset = gets.filter((name) => endpoints[name].path.includes('{id}') && name !== 'version');
// What is made first, or needs a place of the console's own: their replies are parsed where that is told.
const madeFirst: readonly EndpointName[] = [
  ...(['plan', 'run', 'receipt', 'approval', 'servingIntent', 'statusPages', 'statusPage'] as const),
];
const others = gets.filter(
  (name) =>
    !endpoints[name].path.includes('{id}') && 'response' in endpoints[name] && !madeFirst.includes(name),
);

describe('every dataset', () => {
  it('is found, by an id that leads back to it', () => {
    expect(ids).toContain(encodeDatasetId('reports 日本 ~50%/monthly.lance'));
    expect(ids).toHaveLength(8);
  });

  it.each(ofDataset)('%s answers for each, by its contract', async (name) => {
    for (const id of ids) {
      const { meta } = (await routes.get(name, { params: { lake: 'demo', id } })) as { meta: ReplyMeta };
      expect(meta.readAt).toMatch(/Z$/);
      expect(meta.requests).toBeGreaterThan(0);
    }
  });

  it('every version of each, and of each branch, answers with its manifest', async () => {
    for (const id of ids) {
      const params = { lake: 'demo', id };
      const { branchNames } = await routes.get('dataset', { params });
      for (const branch of [undefined, ...branchNames]) {
        const { items } = await routes.get('versions', { params, query: { branch, limit: 1000 } });
        for (const { version } of items) {
          const detail = await routes.get('version', { params: { ...params, version }, query: { branch } });
          expect(detail).toMatchObject({ version, read: 'read', problem: null });
        }
      }
    }
  });

  it.each(['leases', 'retirements', 'intents', 'references'] as const)(
    '%s of the fleet are the sums of the datasets, a page at a time',
    async (name) => {
      const fleet = {
        leases: 'fleetLeases',
        retirements: 'fleetRetirements',
        intents: 'fleetIntents',
        references: 'fleetReferences',
      } as const;
      const expected: string[] = [];
      for (const id of ids) {
        const { items } = await routes.get(name, { params: { lake: 'demo', id }, query: { limit: 1000 } });
        expected.push(...items.map(({ dataset, key }) => `${dataset} ${key}`));
      }
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await routes.get(fleet[name], { query: { limit: 2, cursor } });
        found.push(...page.items.map(({ dataset, key }) => `${dataset} ${key}`));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found.toSorted()).toEqual(expected.toSorted());
      expect(new Set(found).size).toBe(found.length);
    },
  );
});

const replica = { env: 'demo', set: 'berlin', replica: 'eu-1' };

describe('the lake', () => {
  it.each(others)('%s answers by its contract', async (name) => {
    if (name === 'session') return expect((await routes.reply(name)).status).toBe(200);
    await routes.get(name, { params: { lake: 'demo', root: 'archive', ...replica } });
  });

  it('has its kind and state, and what it cost', async () => {
    const { items, meta } = await routes.get('lakes');
    expect(items).toEqual([
      expect.objectContaining({
        id: 'demo',
        kind: 'local',
        state: 'read',
        problem: null,
        datasets: 8,
        gc: 'none',
      }),
    ]);
    expect(items[0]?.requestsLastHour).toBeGreaterThan(meta.requests);
    expect(meta).toMatchObject({ complete: true, notes: [] });
  });

  it('tells Prometheus of every kind of attention, and the age of its data', async () => {
    const text = await (await routes.reply('metrics')).text();
    const { items } = await routes.get('attention');
    for (const kind of new Set(items.map((item) => item.kind))) {
      const count = items.filter((item) => item.kind === kind).length;
      expect(text).toContain(`vamplate_attention_items{kind="${kind}"} ${count}\n`);
    }
    expect(text).toMatch(/vamplate_data_age_seconds\{lake="demo"\} \d/);
    expect(text).toMatch(/vamplate_datasets 8\n/);
  });

  it('shows the corrupt lease by name, with its bytes, and stops no page', async () => {
    const { corrupt, items } = await routes.get('fleetLeases');
    expect(corrupt.length).toBeGreaterThan(0);
    expect(items.length).toBeGreaterThan(0);
    const { items: attention } = await routes.get('attention');
    expect(attention.map(({ kind }) => kind)).toContain('corrupt_control');
    for (const { href } of attention)
      expect(href).toMatch(/^\/(datasets\/demo\/|settings|locks\/archive|serving\/demo\/)/);
  });
});
