/** The server itself removes plans that nobody ran, once they are 30 days old by the store's clock, and no other. */
import { afterEach, expect, it } from 'vitest';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';
import { runsOf } from './run-watch';

const monthMs = 30 * 86_400_000;
let server: CleanupRoutes;
afterEach(() => server.close());

const plans = async () =>
  new Set(
    (await server.stage.bare.list({ prefix: '_vamplate/plans/' })).objects.map(
      ({ key }) => /[0-9a-f]{64}/.exec(key)?.[0],
    ),
  );

/** Lets the loop of the server go round a few times, six hours apart. */
async function rounds(): Promise<void> {
  runsOf(server.routes.runtime);
  for (let round = 0; round < 3; round += 1) {
    server.routes.clock.advance(6 * 3_600_000);
    for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

it('goes when it is old and was never run; one that was run stays, and a young one', async () => {
  server = await cleanupRoutes();
  const unused = await server.plan();
  const used = await server.plan({ retainVersions: 3, youngGuardMs: 0 });
  const { run } = await server.startRun(used.hash);
  await server.ended(run);
  server.stage.time.now += monthMs + 60_000;
  const young = await server.plan({ retainVersions: 1, youngGuardMs: 0 });
  expect(await plans()).toEqual(new Set([unused.hash, used.hash, young.hash]));
  await rounds();
  expect(await plans()).toEqual(new Set([used.hash, young.hash]));
});

it('stays in a frozen lake', async () => {
  server = await cleanupRoutes();
  const { hash } = await server.plan();
  await server.routes.get('freezeLake', { params: { lake: 'test' }, body: { reason: 'an audit' } });
  server.stage.time.now += monthMs + 60_000;
  await rounds();
  expect(await plans()).toEqual(new Set([hash]));
});
