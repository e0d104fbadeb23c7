/**
 * Lets a lock go (cluster-lock.md, B.8): the record is replaced by its released form on the version just read, then the
 * owner's own beats are removed. A claim or a lost compare-and-swap means that nothing is deleted.
 */
import type { LeaseTiming } from './lease-timing-rules';
import { checkClaim, listLease } from './list-lease';
import { type LockContext, wallText } from './lock-context';
import { beatSequence, leaseFolder, lockKey } from './lock-names';
import type { LockPlace } from './lock-place';
import { encodeLockRecord, type LockRecord, releasedForm } from './lock-record';
import type { OwnerEvent, OwnerState } from './owner-rules';
import { type LockReading, readLock } from './read-lock';
import { withinTime } from './request-limit';
import { settleLockWrite } from './settle-write';
import { claimOf } from './watch-rules';

/**
 * `superseded`, `lapsed`: nothing was written or deleted. `unsettled`: the release may or may not be in, or land yet; the
 * beats stay, and a successor finds them silent.
 */
export type ReleaseOutcome = { readonly kind: 'released' | 'superseded' | 'lapsed' | 'unsettled' };

interface Releasing {
  readonly record: LockRecord;
  readonly timing: LeaseTiming;
  readonly step: (event: OwnerEvent) => OwnerState;
}

const maxTries = 20;

export async function releaseRecord(
  context: LockContext,
  place: LockPlace,
  { record, timing, step }: Releasing,
): Promise<ReleaseOutcome> {
  if (step({ kind: 'release' }).kind !== 'releasing') return ended(step);
  const still = () => step({ kind: 'tick' }).kind === 'releasing';
  const found = await lookBefore(context, place, record, timing, still);
  if (found === 'lost') step({ kind: 'lost' });
  if (!still()) return ended(step);
  if (found === 'unanswered' || found === 'lost') return { kind: 'unsettled' };
  const body = encodeLockRecord(releasedForm(record, wallText(context)));
  const options = { requestMs: timing.requestMs, retryMs: timing.retryMs, maySend: still };
  const settled = await settleLockWrite(context, place, body, found.etag, options);
  if (settled.kind === 'lost') step({ kind: 'lost' });
  if (settled.kind !== 'written') return still() ? { kind: 'unsettled' } : ended(step);
  step({ kind: 'released' });
  if (place.leased) await removeOwnBeats(context, place, record.lockId, timing);
  return { kind: 'released' };
}

function ended(step: Releasing['step']): ReleaseOutcome {
  const state = step({ kind: 'tick' });
  return { kind: state.kind === 'fenced' ? state.reason : 'unsettled' };
}

type Look = Extract<LockReading, { kind: 'held' | 'released' }> | 'lost' | 'unanswered';

/** The bounded versioned read, and the claim; both must be answered. */
async function lookBefore(
  context: LockContext,
  place: LockPlace,
  { lockId }: LockRecord,
  { requestMs, retryMs }: LeaseTiming,
  still: () => boolean,
): Promise<Look> {
  for (let tries = 1; tries <= maxTries && still(); tries += 1) {
    if (tries > 1) await context.clock.sleep(retryMs);
    try {
      const [claim, reading] = await Promise.all([
        withinTime(context.clock, requestMs, (signal) => checkClaim(context, place, lockId, signal)),
        withinTime(context.clock, requestMs, (signal) => readLock(context, place, { signal })),
      ]);
      if (claim === 'present' || reading.kind === 'absent' || reading.kind === 'released') return 'lost';
      if (reading.kind === 'held') return reading.record.lockId === lockId ? reading : 'lost';
    } catch {
      // Unanswered; the deadline or the number of tries bounds it.
    }
  }
  return 'unanswered';
}

/** Only this owner's own numbered beats, and none when a claim is there. What stays behind is harmless. */
async function removeOwnBeats(
  context: LockContext,
  place: LockPlace,
  lockId: string,
  { requestMs }: LeaseTiming,
): Promise<void> {
  const folder = leaseFolder(place.root, lockId);
  if (folder === null) return;
  try {
    const listing = await withinTime(context.clock, requestMs, (signal) =>
      listLease(context, place, lockId, signal),
    );
    if (claimOf(listing) !== null) return;
    const own = listing.children.filter(({ key }) => beatSequence(key) !== null).slice(0, 1_000);
    if (own.length === 0) return;
    await withinTime(context.clock, requestMs, () =>
      context.store.deleteBatch(own.map(({ key }) => folder + key)),
    );
  } catch {
    // The record says released: the beats mean nothing any more.
  }
}

/** As stock guards do on stores without leases (E): the record goes if it still names this owner. */
export async function dropUnleased(
  context: LockContext,
  place: LockPlace,
  { lockId }: LockRecord,
): Promise<void> {
  const reading = await readLock(context, place);
  if (reading.kind !== 'held' || reading.record.lockId !== lockId) return;
  await context.store.deleteIfMatch(lockKey(place.root), reading.etag);
}
