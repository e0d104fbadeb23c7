/** `make-fleet.ts <folder>`: a large lake, made once: 340,000 manifest names, 10,000 leases, 500 datasets. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { type DemoDataset, demoDataset, mustBeWritten, newId } from './demo-dataset';
import { writeManifestNames } from './fleet-manifests';
import { madeOnce } from './made-once';
import { productRows } from './rows';

const sizes = { names: 340_000, leases: 10_000, datasets: 500 };
const atOnce = 16;

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: make-fleet.ts <folder>');
const folder = path.resolve(argument);

await madeOnce(folder, async () => {
  await writeManifestNames(folder, 'metrics', sizes.names);
  await writeCopies(sizes.datasets - 2);
  const store = openLocalStore({ root: folder });
  await writeLeases(demoDataset(store, folder, await writeReadTable()), sizes.leases);
});

/** Copies of one small real table; they hold nothing of the original's place, so each is a dataset of its own. */
async function writeCopies(count: number): Promise<void> {
  const table = await (await connect(folder)).createTable('shard-000', productRows(0, 40));
  for (let turn = 1; turn <= 3; turn += 1) await table.add(productRows(turn * 40, 20));
  table.close();
  for (let copy = 1; copy < count; copy += 1) {
    const name = `shard-${String(copy).padStart(3, '0')}.lance`;
    await cp(path.join(folder, 'shard-000.lance'), path.join(folder, name), { recursive: true });
  }
}

/** The table that everybody reads. */
async function writeReadTable(): Promise<string> {
  const table = await (await connect(folder)).createTable('features', productRows(0, 200));
  for (let turn = 1; turn <= 49; turn += 1) await table.add(productRows(turn * 200, 5));
  table.close();
  return 'features.lance';
}

async function writeLeases(dataset: DemoDataset, count: number): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, async (_, index) => {
        const number = from + index;
        const lease = {
          namespace: mainNamespace,
          version: BigInt(1 + (number % 50)),
          // One minute to about a week, so that some end while one looks.
          ttlMicros: BigInt(60 + number * 60) * 1_000_000n,
          id: newId(),
        };
        mustBeWritten(await createLeaseFile(dataset.store, dataset.root, lease), 'a lease');
      }),
    );
  }
}
