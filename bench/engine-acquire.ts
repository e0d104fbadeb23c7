/** Acquiring a lease among 10,000 live ones of the same namespace, beside the same where there is no other. */
import pLimit from 'p-limit';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { openStore } from '@/lib/engine/store/open-store';
import type { Bench } from './bench';
import { openCleaner } from './engine-cleanups';
import { cleanable } from './engine-copies';
import { figure, leastPairs, type Measured, pairedRuns, timed } from './figure';
import { historyRoot } from './histories';
import type { OpenOptions } from './readings';

const crowd = 10_000;
const acquires = 50;

export const engineAcquire: Bench = {
  name: 'engine-acquire',
  async run(setting) {
    for (const store of ['local', 's3'] as const) {
      const table = await cleanable(setting, store, 300);
      const [crowded, empty] = [await table.copy(), await table.copy()];
      await holdLeases(crowded.place.options);
      const pair = await pairedRuns(
        () => acquireMany(crowded.place.options),
        () => acquireMany(empty.place.options),
        2 * leastPairs + 1,
      );
      const about = { bench: 'engine-acquire', store, size: crowd, more: { acquires } };
      setting.print(figure(about, pair, null, 'the same without other leases'));
      await crowded.remove();
      await empty.remove();
    }
  },
};

function acquireMany(options: OpenOptions): Promise<Measured> {
  const { dataset, meter } = openCleaner(options);
  return timed(async () => {
    for (let turn = 0; turn < acquires; turn += 1) {
      const lease = await dataset.acquireLease({ branch: null, version: 5n }, { ttlMs: 60_000 });
      await lease.release();
    }
    return { requests: meter.requests, bytes: meter.bytes };
  });
}

/** Live for a day, on the version that is acquired and on many others. */
async function holdLeases(options: OpenOptions): Promise<void> {
  const store = openStore({ ...options, clock: systemClock });
  const atOnce = pLimit(16);
  await Promise.all(
    Array.from({ length: crowd }, (_, at) =>
      atOnce(async () => {
        const name = formatLeaseName({
          namespace: 'main',
          version: BigInt(1 + (at % 300)),
          ttlMicros: 86_400_000_000n,
          id: uuidHex(systemRandom),
        });
        await store.create(`${historyRoot}/${name}`, new Uint8Array());
      }),
    ),
  );
}
