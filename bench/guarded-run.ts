/** A guarded run beside the bare engine's of the same plan, each on a fresh copy: what lock, register and receipt cost. */
import type { Bench } from './bench';
import { keepTen, openCleaner } from './engine-cleanups';
import { cleanable } from './engine-copies';
import { figure, leastPairs, median, pairedRuns } from './figure';
import { guardedRun } from './guarded-runs';

export const guardedRunBench: Bench = {
  name: 'guarded-run',
  async run(setting) {
    for (const [store, size] of [
      ['local', 300],
      ['s3', 300],
    ] as const) {
      const table = await cleanable(setting, store, size);
      const extra: number[] = [];
      let bare = 0;
      const pair = await pairedRuns(
        async () => {
          const { place, remove } = await table.copy();
          const measured = await guardedRun(place.options, size);
          extra.push(measured.requests ?? 0);
          await remove();
          return measured;
        },
        async () => {
          const { place, remove } = await table.copy();
          const cleaner = openCleaner(place.options);
          const { plan } = await cleaner.plan(keepTen, size);
          const { measured } = await cleaner.run(plan);
          bare = measured.requests ?? 0;
          await remove();
          return measured;
        },
        leastPairs,
      );
      const more = { extraRequests: median(extra) - bare };
      setting.print(figure({ bench: 'guarded-run', store, size, more }, pair, null, 'the bare engine'));
    }
  },
};
