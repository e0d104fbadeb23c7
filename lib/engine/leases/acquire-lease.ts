/** Acquires a lease: once this returns, every lease-aware cleaner keeps the version until the lease ends (D, H.1). */
import type { Clock } from '@/lib/base/clock';
import { uuidHex } from '@/lib/base/random';
import { askAvailability, type VersionPlace } from '@/lib/engine/retirement/ask-availability';
import type { LeaseContext } from './lease-context';
import { afterWithdrawal, unavailableVersion } from './lease-errors';
import { LeaseHandle } from './lease-handle';
import { ttlMicrosOf } from './lease-rules';
import { checkedHolder, type LeaseHolder } from './record-holder';
import { leaseName, startLease, withdraw } from './start-lease';

export interface AcquireOptions {
  /** 1 µs to 10 years, in milliseconds; rounded up to whole microseconds. */
  readonly ttlMs: number;
  /** Tells people who holds it (D23); never a condition of holding it. */
  readonly holder?: LeaseHolder;
  /** Renews the lease on this clock until it is released or lost. */
  readonly renewOn?: Clock;
}

/**
 * Six calls: markers, manifest; create, HEAD; markers, manifest. One more for a V1 name, three more when a stale drain
 * is met (D24).
 * @throws `invalid_input` before any call; `not_found` when the version is gone; `refused` while it is retiring;
 * `unavailable` with `details.outcome`, and `details.leftBehind` where an own file may remain until it expires
 */
export async function acquireLease(
  context: LeaseContext,
  place: VersionPlace,
  options: AcquireOptions,
): Promise<LeaseHandle> {
  const { store, random, rules, abandoned } = context;
  const name = leaseName(place, ttlMicrosOf(options.ttlMs), uuidHex(random));
  const holder = checkedHolder(options.holder);

  const before = await askAvailability(store, place, abandoned.in(store), rules.beforeLease);
  if (before.answer.kind !== 'available') throw unavailableVersion(place.version, before.answer);

  // The lease begins no earlier than this by the store's clock: what a process counts from here ends no later.
  const asked = options.renewOn?.monotonic() ?? null;
  const held = await startLease(context, place, name);

  try {
    const { manifestKey } = before;
    const after = await askAvailability(store, place, abandoned.in(store), rules.afterLease, manifestKey);
    if (after.answer.kind !== 'available') throw unavailableVersion(place.version, after.answer);
  } catch (error) {
    throw afterWithdrawal(error, await withdraw(context, held.key, true));
  }
  const handle = new LeaseHandle(context, held, holder);
  await holder?.follow(null, held.id);
  if (options.renewOn !== undefined && asked !== null) handle.keepRenewed(options.renewOn, asked);
  return handle;
}
