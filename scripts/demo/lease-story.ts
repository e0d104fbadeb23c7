/** Leases of the demo: one that outlives every visit, one long expired, one whose name no reader understands. */

import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { below } from '@/lib/engine/lance/paths';
import type { HolderRecord } from '@/lib/engine/leases/holder-records';
import { formatLeaseName, type LeaseName, leaseFolder } from '@/lib/engine/leases/lease-names';
import { createHolderRecord, createLeaseFile } from '@/lib/engine/leases/write-lease';
import { age, type DemoDataset, latestVersion, mustBeWritten, newId } from './demo-dataset';

const secondMicros = 1_000_000n;
const hourMs = 3_600_000;

export async function writeLeases(events: DemoDataset, chunks: DemoDataset): Promise<void> {
  const latest = await latestVersion(events);
  await holdLease(
    events,
    { version: latest - 31n, ttlMicros: 30n * 86_400n * secondMicros },
    { label: 'nightly export', host: 'batch-3', workload: 'export-parquet' },
  );
  const expired = await holdLease(events, { version: latest - 22n, ttlMicros: 60n * secondMicros }, null);
  await age(events, formatLeaseName(expired), 3 * hourMs);

  await holdLease(
    chunks,
    { version: (await latestVersion(chunks)) - 4n, ttlMicros: 7n * 86_400n * secondMicros },
    null,
  );
  const misnamed = `${leaseFolder(mainNamespace)}4-forever-by-hand.lease`;
  mustBeWritten(await chunks.store.create(below(chunks.root.key, misnamed), new Uint8Array()), misnamed);
}

/** Writes a lease on main and, where the holder says who it is, the record beside it. */
export async function holdLease(
  dataset: DemoDataset,
  wanted: Pick<LeaseName, 'version' | 'ttlMicros'>,
  holder: HolderRecord | null,
): Promise<LeaseName> {
  const lease: LeaseName = { namespace: mainNamespace, id: newId(), ...wanted };
  mustBeWritten(await createLeaseFile(dataset.store, dataset.root, lease), 'a lease');
  if (holder !== null) {
    mustBeWritten(await createHolderRecord(dataset.store, lease.id, holder), 'a holder record');
  }
  return lease;
}
