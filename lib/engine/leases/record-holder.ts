/** Says who holds a lease, beside the lake's datasets: follows renewals, and never decides whether a lease holds (D23). */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { encodeHolderRecord, type HolderRecord, holderKey } from './holder-records';
import { createHolderRecord } from './write-lease';

export interface LeaseHolder {
  /** The lake's own store, whose root holds `_vamplate/`. */
  readonly lake: ObjectStore;
  readonly record: HolderRecord;
}

export interface RecordedHolder {
  /** Moves the record from one lease id to the next; null is none. A failure leaves 'holder not recorded'. */
  follow(from: string | null, to: string | null): Promise<void>;
}

/** Throws `invalid_input` for a record that could not be shown, before anything is written. */
export function checkedHolder(holder: LeaseHolder | undefined): RecordedHolder | null {
  if (holder === undefined) return null;
  const { lake, record } = holder;
  try {
    encodeHolderRecord(record);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new VamplateError(
      'invalid_input',
      `This holder cannot be recorded: ${error.message}.`,
      {},
      { cause: error },
    );
  }
  return {
    async follow(from, to) {
      if (to !== null) await tryCreate(lake, to, record);
      if (from !== null) await tryDelete(lake, holderKey(from));
    },
  };
}

async function tryCreate(lake: ObjectStore, leaseId: string, record: HolderRecord): Promise<void> {
  try {
    await createHolderRecord(lake, leaseId, record);
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
  }
}
