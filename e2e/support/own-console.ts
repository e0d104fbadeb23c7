/** For stories that change what a console shows: a console that the others do not see. */
import { type RunningConsole, startConsole } from './console';
import { test as base } from './story';

/**
 * Stories on a console of their own, `own`; `shared` is the same. It is ended when all files of one such `test` are done.
 * @param start of the console, with whatever else the stories must know of it
 */
export function testOn<Own extends RunningConsole>(start: () => Promise<Own>) {
  return base.extend<object, { readonly own: Own }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        const running = await start();
        await use(running);
        await running.stop();
      },
      // Making the demo lake takes longer than a story may.
      { scope: 'worker', timeout: 600_000 },
    ],
    shared: [async ({ own }, use) => use(own), { scope: 'worker' }],
  });
}

/**
 * On one more demo lake, for all stories that act on it. Each makes what it acts on, or puts it back: none may rest on
 * what another has done, and none may count.
 */
export const test = testOn(() => startConsole());
