/** A lake of many: one dataset with a very long history, one with very many leases, and very many datasets. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { type DemoDataset, demoDataset, mustBeWritten, newId } from './demo-dataset';
import { writeManifestNames } from './fleet-manifests';
import { productRows } from './rows';

export interface FleetSizes {
  /** Manifest names of `metrics`. */
  readonly names: number;
  /** Lease files of `features`. */
  readonly leases: number;
  /** All datasets, those two among them. */
  readonly datasets: number;
}

export const fleetSizes: FleetSizes = { names: 340_000, leases: 10_000, datasets: 500 };
const atOnce = 16;

export async function writeFleet(folder: string, sizes: FleetSizes): Promise<void> {
  await writeManifestNames(folder, 'metrics', sizes.names);
  await writeCopies(folder, sizes.datasets - 2);
  const store = openLocalStore({ root: folder });
  await writeLeases(demoDataset(store, folder, await writeReadTable(folder)), sizes.leases);
}

/** Copies of one small real table; they hold nothing of the original's place, so each is a dataset of its own. */
async function writeCopies(folder: string, count: number): Promise<void> {
  const table = await (await connect(folder)).createTable('shard-000', productRows(0, 40));
  for (let turn = 1; turn <= 3; turn += 1) await table.add(productRows(turn * 40, 20));
  table.close();
  for (let copy = 1; copy < count; copy += 1) {
    const name = `shard-${String(copy).padStart(3, '0')}.lance`;
    await cp(path.join(folder, 'shard-000.lance'), path.join(folder, name), { recursive: true });
  }
}

/** The table that everybody reads. */
async function writeReadTable(folder: string): Promise<string> {
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
