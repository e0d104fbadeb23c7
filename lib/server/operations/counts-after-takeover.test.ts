/** What a run says it did after another owner took over: never less than certain, never as if it were all, versions as the dataset shows them. */
import { afterEach, expect, it } from 'vitest';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';

let server: CleanupRoutes;
afterEach(() => server.close());

it('counts of a run whose owner was cut off after a batch are at least so many, and its versions are counted in the dataset', async () => {
  server = await cleanupRoutes();
  const { hash, most } = await server.plan();
  let deleting = false;
  let lost = 0;
  server.stage.failWhen(({ verb, key }) => {
    deleting ||= verb === 'deleteBatch' || verb === 'deleteIfMatch';
    // From the first batch on nothing of what it tells arrives, until its time is over.
    if (!deleting || lost >= 300 || !key.startsWith('_vamplate/')) return null;
    lost += 1;
    return 'lost_before';
  });
  const { run } = await server.startRun(hash);
  while (lost < 300) await server.runOf(run).catch(() => null);
  const ended = await server.ended(run);
  expect(ended).toMatchObject({ outcome: 'completed', countsAtLeast: true });
  expect(ended.takeovers).toBeGreaterThan(0);
  expect(await server.stage.versions()).toEqual([5n, 6n]);
  expect(ended.counts.versions).toBe(4);
  expect(ended.counts.objects).toBeLessThanOrEqual(most.objects);
  const [row] = (await server.routes.get('runs')).items;
  expect(row).toMatchObject({ run, countsAtLeast: true });
});

it('counts of a run that one owner ended are what went', async () => {
  server = await cleanupRoutes();
  const { hash, most } = await server.plan();
  const { run } = await server.startRun(hash);
  expect(await server.ended(run)).toMatchObject({
    countsAtLeast: false,
    counts: { versions: 4, objects: most.objects, bytes: most.bytes },
  });
});
