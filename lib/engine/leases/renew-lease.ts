/** Renews a lease by a successor file; until that is accepted the predecessor stays untouched (D, H.2). */
import { uuidHex } from '@/lib/base/random';
import { listVersionMarkers } from '@/lib/engine/retirement/list-markers';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import type { HeldLease, LeaseContext } from './lease-context';
import { afterWithdrawal, leaseOver, retiring } from './lease-errors';
import { leaseName, startLease, withdraw } from './start-lease';

export interface RenewedLease {
  readonly lease: HeldLease;
  /** Key of the predecessor when its delete is not certain, else null. */
  readonly left: string | null;
}

/**
 * Six calls: own file; markers; create, HEAD; markers; delete of the predecessor (D24). The manifest is not asked again:
 * while the lease holds it cannot be retired.
 * @throws `invalid_input` when the lease is over; `refused` once the version is sealed; `unavailable` with
 * `details.outcome`. After any error the lease holds as before, until its own end.
 */
export async function renewLease(
  context: LeaseContext,
  lease: HeldLease,
  ttlMicros: bigint,
): Promise<RenewedLease> {
  const { store, rules } = context;
  const { root, namespace, version } = lease.place;
  const name = leaseName(lease.place, ttlMicros, uuidHex(context.random));

  const own = await store.head(lease.key);
  if (own.kind === 'absent') throw leaseOver(version, 'gone');
  const before = rules.beforeSuccessor(await listVersionMarkers(store, root, namespace, version));
  if (before !== null) throw retiring(version, before);

  const successor = await startLease(context, lease.place, name);
  try {
    if (!rules.inTime(successor.storedAt, lease.expiresAt)) throw leaseOver(version, 'expired');
    const after = rules.afterSuccessor(await listVersionMarkers(store, root, namespace, version));
    if (after !== null) throw retiring(version, after);
  } catch (error) {
    throw afterWithdrawal(error, await withdraw(context, successor.key, true));
  }
  const gone = await tryDelete(store, lease.key);
  return { lease: successor, left: gone === 'gone' ? null : lease.key };
}
