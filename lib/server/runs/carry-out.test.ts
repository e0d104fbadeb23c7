/** What a run was when it began is in its receipt, also where it ends before its first batch. */
import { afterEach, expect, it } from 'vitest';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';

let server: CleanupRoutes;
afterEach(() => server.close());

it('the count before a run is waited for, however late it is answered', async () => {
  server = await cleanupRoutes();
  const { stage, routes } = server;
  const { hash } = await server.plan();
  const [manifest] = (await stage.bare.list({ prefix: stage.key('_versions/') })).objects.slice(-1);
  let began = false;
  let counted = false;
  stage.beforeCalls(async ({ verb, key, shallow }) => {
    if (verb === 'create' && key.startsWith('_vamplate/runs/') && !began) {
      began = true;
      // The plan is stale from now on: the first look ends the run.
      await stage.bare.put(manifest?.key ?? '', new Uint8Array([1]));
    }
    if (!began || counted || verb !== 'list' || key !== stage.key('') || shallow) return;
    counted = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const { run } = await server.startRun(hash);
  expect(await server.ended(run)).toMatchObject({ outcome: 'failed' });
  const { verdict } = await routes.get('receipt', { params: { run } });
  expect(counted).toBe(true);
  expect(verdict).toMatchObject({ kind: 'valid', receipt: { before: { versions: 6 } } });
});
