/** Writes a lease file and learns from the store when it was stored; what is not certain is withdrawn and told (D, D1). */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import type { HeadAnswer } from '@/lib/engine/store/object-store';
import type { HeldLease, LeaseContext } from './lease-context';
import { afterWithdrawal, leaseOver } from './lease-errors';
import { formatLeaseName, type LeaseName } from './lease-names';
import { createLeaseFile } from './write-lease';

/** Throws `invalid_input` for a place no lease can be written for; asks nothing of the store. */
export function leaseName(place: VersionPlace, ttlMicros: bigint, id: string): LeaseName {
  const name = { namespace: place.namespace, version: place.version, ttlMicros, id };
  if ((place.namespace === 'main') !== (place.branch === null)) {
    throw new VamplateError('invalid_input', 'Main and only main is leased without a branch.');
  }
  try {
    formatLeaseName(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new VamplateError(
      'invalid_input',
      `No lease can be written: ${error.message}.`,
      {},
      { cause: error },
    );
  }
  return name;
}

/**
 * Two calls: create if absent, HEAD. An answer that is not certain is settled by that HEAD: the name carries our own
 * random id, so a file that is there is ours.
 * @throws `unavailable` with `outcome`; `conflict` when another's file has the name; `invalid_input` when the lease was
 * over and gone before the store told when it began
 */
export async function startLease(
  context: LeaseContext,
  place: VersionPlace,
  name: LeaseName,
): Promise<HeldLease> {
  const { store, rules } = context;
  const { id, ttlMicros } = name;
  const key = below(place.root.key, formatLeaseName(name));
  const written = await createLeaseFile(store, place.root, name);
  // The first answer to a name nobody else can know says that it is taken: not ours to use, and not ours to delete.
  if (written.kind === 'conflict') {
    throw new VamplateError('conflict', 'A lease file with this id is already there.', { key });
  }
  const certain = written.kind === 'written';
  let head: HeadAnswer;
  try {
    head = await store.head(key);
  } catch (error) {
    throw afterWithdrawal(error, await withdraw(context, key, certain));
  }
  if (head.kind === 'found') {
    const { storedAt } = head.meta;
    return { place, id, key, ttlMicros, storedAt, expiresAt: rules.expiry(storedAt, ttlMicros) };
  }
  if (certain) throw leaseOver(place.version, 'gone');
  // Deleting now does not stop a write that lands later, so its outcome stays unknown.
  await tryDelete(store, key);
  throw new VamplateError(
    'unavailable',
    'Whether the lease was written could not be settled.',
    { key, outcome: 'unknown', leftBehind: key },
    { cause: written.cause },
  );
}

/**
 * Deletes a lease file of ours that will not be used.
 * @param certain whether its write is known to have landed; one that may still land cannot be withdrawn for sure
 * @returns the key when it may remain, null when it is surely gone
 */
export async function withdraw(
  { store }: LeaseContext,
  key: string,
  certain: boolean,
): Promise<string | null> {
  const gone = await tryDelete(store, key);
  return certain && gone === 'gone' ? null : key;
}

/** What an error of `startLease` says may still lie in the store. */
export function leftBehindBy(error: unknown): string | null {
  if (!isVamplateError(error)) return null;
  const left = error.details.leftBehind;
  return typeof left === 'string' ? left : null;
}
