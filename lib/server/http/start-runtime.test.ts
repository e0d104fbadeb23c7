/** The start of the server begins every watch and waits for none: a store that never answers keeps nobody from being served. */
import { afterEach, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { Lakes } from '@/lib/lake/lakes';
import { faultyStore } from '@/lib/testing/faulty-store';
import { routesOver } from '@/lib/testing/routes-over';
import { startRuntime } from './start-runtime';

let routes: ReturnType<typeof routesOver>;
afterEach(() => routes.close());

it('watches the locks of all roots from the start, before anybody asks, and returns before anything is answered', async () => {
  const clusters = ['a', 'b', 'c'].map((id) => ({ id, lake: 'prod', root: `og/${id}` }));
  routes = routesOver(null, { lakes: [{ id: 'prod', uri: 'memory://prod' }], clusters });
  const asked: string[] = [];
  const lakes = new Lakes({
    settings: [{ id: 'prod', uri: 'memory://prod', gc: 'none' }],
    clock: routes.clock,
    watchIntervalMs: 15_000,
    openStore: () =>
      faultyStore(openMemoryStore(), ({ key }) => {
        asked.push(key);
        return new Promise(() => {});
      }),
    onChange: () => {},
  });
  routes.runtime.once('lakes', () => lakes);
  routes.runtime.once('server', () => null);
  expect(startRuntime()).toBeUndefined();
  expect(asked).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.toSorted()).toEqual(['a', 'b', 'c'].map((id) => `og/${id}/__cluster/lock.json`));
  const { items } = await routes.get('locks');
  expect(items.map(({ state }) => state)).toEqual(['unwatched', 'unwatched', 'unwatched']);
});
