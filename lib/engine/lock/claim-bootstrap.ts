/** Turns a bootstrap lock into a serving one by its exact id and exact version, once (cluster-lock.md, H.3). */
import type { ETag } from '@/lib/engine/store/object-store';
import { type AcquireOutcome, candidateOf, closedTo } from './acquire-lock';
import { elect } from './elect';
import { defaultLeaseMs, leaseTiming } from './lease-timing-rules';
import type { LockContext } from './lock-context';
import type { LockPlace } from './lock-place';
import { readLock } from './read-lock';

export interface BootstrapClaim {
  readonly lockId: string;
  /** The version the bootstrapping process was given; never refreshed. */
  readonly version: ETag;
  readonly pid: number;
  readonly leaseMs?: number;
}

/** Control characters and long texts are no version of any store (A.4). */
const usableVersion = /^[^\p{Cc}]{1,1024}$/u;

/** @throws `unavailable` and its kin when the record has no definite answer */
export async function claimBootstrap(
  context: LockContext,
  place: LockPlace,
  claim: BootstrapClaim,
): Promise<AcquireOutcome> {
  const timing = leaseTiming(claim.leaseMs ?? defaultLeaseMs);
  const closed = closedTo(place);
  if (closed !== null) return closed;
  if (!place.leased) return mismatch('Only a lock on S3 can be handed on to a serving process.');
  if (!usableVersion.test(claim.version)) return mismatch('The version of the lock is no version.');
  const reading = await readLock(context, place);
  const exact =
    reading.kind === 'held' &&
    reading.record.operation === 'bootstrap_serving' &&
    reading.record.lockId === claim.lockId &&
    reading.etag === claim.version;
  if (!exact) return mismatch('The lock is not the bootstrap lock that was handed on.');
  const candidate = candidateOf(context, { operation: 'serve', pid: claim.pid });
  const election = await elect(context, place, candidate, claim.version, timing);
  if (election.kind === 'held') return { ...election, tookOverFrom: claim.lockId };
  return election.kind === 'lost'
    ? mismatch('Another process replaced the bootstrap lock.')
    : { kind: 'refused', code: 'unanswered', message: 'The lock was not known to be won.', holder: null };
}

function mismatch(message: string): AcquireOutcome {
  return { kind: 'refused', code: 'state_lock_id_mismatch', message, holder: null };
}
