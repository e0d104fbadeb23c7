/** Whoever sees first that a watched run has ended tells everybody, be it the watch itself or a page that asked for the run. */
import { afterEach, expect, it } from 'vitest';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';
import { lakesOf } from '../lakes';
import { operationsOf } from './find-in-lakes';
import { RunWatch } from './run-watch';

let server: CleanupRoutes;
afterEach(() => server.close());

it('an end that a page sees first is told, once, and that of a run nobody watched is not', async () => {
  server = await cleanupRoutes();
  const { hash } = await server.plan();
  const { run: id } = await server.startRun(hash);
  await server.ended(id);
  const { runtime } = server.routes;
  const lake = lakesOf(runtime).lake('test');
  const run = await operationsOf(runtime, lake).findRun(id);
  if (run === null) throw new Error('the run is gone');
  const told: string[] = [];
  const stream = runtime.hub.open({
    ...{ watches: [], lastEventId: null, mayRead: () => true, signal: new AbortController().signal },
  });
  const hear = (part: Uint8Array) => void told.push(new TextDecoder().decode(part));
  void stream.pipeTo(new WritableStream({ write: hear }));
  const ends = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return told.join('').split(`"etag":"${id} ended"`).length - 1;
  };

  const at = runtime.clock.monotonic();
  const look = { sentAt: at, answeredAt: at };
  const watch = new RunWatch(runtime);
  watch.note(lake, { ...look, run });
  expect(await ends()).toBe(0);
  watch.note(lake, { ...look, run: { ...run, state: 'running' } });
  watch.note(lake, { ...look, run });
  watch.note(lake, { ...look, run });
  expect(await ends()).toBe(1);
});
