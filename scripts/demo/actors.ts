/** `actors.ts <folder>`: keeps the demo lake alive (renewed leases, a commit a minute) until it is asked to end. */
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { systemClock } from '@/lib/base/clock';
import { below } from '@/lib/engine/lance/paths';
import { type HolderRecord, holderKey } from '@/lib/engine/leases/holder-records';
import { formatLeaseName, type LeaseName } from '@/lib/engine/leases/lease-names';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { type DemoDataset, demoDataset, latestVersion } from './demo-dataset';
import { demoTables } from './lance-tables';
import { holdLease } from './lease-story';
import { holdBrain } from './lock-story';
import { announceAgain } from './reference-story';
import { drainAgain } from './retirement-story';
import { eventRows } from './rows';
import { serveDemo } from './serving-story';

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: actors.ts <folder>');
const folder = path.resolve(argument);
const store = openLocalStore({ root: folder });
const ending = new AbortController();
// Every actor sleeps on the one signal.
setMaxListeners(50, ending.signal);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());
endWithParent();

const events = demoDataset(store, folder, demoTables.events);
const products = demoDataset(store, folder, demoTables.products);
const orders = demoDataset(store, folder, demoTables.orders);
const minuteMs = 60_000;

await Promise.all([
  reader(events, 12n, 120, { label: 'trainer-7', host: 'gpu-01', workload: 'fine-tune' }),
  reader(events, 3n, 45, { label: 'dashboard', host: 'web-2', workload: 'hourly figures' }),
  reader(events, 18n, 300, null),
  holdBrain(store, ending.signal),
  serveDemo(folder, ending.signal).catch((error: unknown) => {
    process.stderr.write(`serving: ${error instanceof Error ? error.message : String(error)}\n`);
  }),
  repeatedly(minuteMs, () => commit()),
  repeatedly(10 * minuteMs, () => drainAgain(products)),
  repeatedly(10 * minuteMs, () => announceAgain(orders)),
]);

/** Holds a version `behind` the newest at its start, renews after a third of the time, releases at the end. */
async function reader(
  dataset: DemoDataset,
  behind: bigint,
  ttlSeconds: number,
  holder: HolderRecord | null,
): Promise<void> {
  const wanted = {
    version: (await latestVersion(dataset)) - behind,
    ttlMicros: BigInt(ttlSeconds) * 1_000_000n,
  };
  let lease = await holdLease(dataset, wanted, holder);
  await repeatedly((ttlSeconds * 1_000) / 3, async () => {
    const successor = await holdLease(dataset, wanted, holder);
    await letGo(dataset, lease);
    lease = successor;
  });
  await letGo(dataset, lease);
}

async function letGo(dataset: DemoDataset, lease: LeaseName): Promise<void> {
  await dataset.store.delete(below(dataset.root.key, formatLeaseName(lease)));
  await dataset.store.delete(holderKey(lease.id));
}

async function commit(): Promise<void> {
  const table = await (await connect(folder)).openTable('events');
  await table.add(eventRows(1_000_000 + (await table.countRows()), 40));
}

/** Every `everyMs` until the end; a turn that fails is told and the next one comes. */
async function repeatedly(everyMs: number, turn: () => Promise<void>): Promise<void> {
  for (;;) {
    const goesOn = await systemClock.sleep(everyMs, ending.signal).then(
      () => true,
      () => false,
    );
    if (!goesOn) return;
    await turn().catch((error: unknown) => {
      process.stderr.write(`actor: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  }
}

/** A parent that was killed cannot say so; an orphan gets another parent. */
function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) ending.abort();
  }, 1_000);
  ending.signal.addEventListener('abort', () => clearInterval(timer));
}
