/** Creates lease files and holder records as the formats spell them: create-if-absent, nothing overwritten. */
import { below } from '@/lib/engine/lance/paths';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { encodeHolderRecord, type HolderRecord, holderKey } from './holder-records';
import { formatLeaseName, type LeaseName } from './lease-names';

/** Writes the empty file whose stored time starts the lease. It asks no marker: acquiring is more than this. */
export function createLeaseFile(
  store: ObjectStore,
  root: DatasetRoot,
  lease: LeaseName,
): Promise<WriteAnswer> {
  return store.create(below(root.key, formatLeaseName(lease)), new Uint8Array());
}

/** @param lake the lake's own store: holder records lie below its root */
export function createHolderRecord(
  lake: ObjectStore,
  leaseId: string,
  record: HolderRecord,
): Promise<WriteAnswer> {
  return lake.create(holderKey(leaseId), encodeHolderRecord(record));
}
