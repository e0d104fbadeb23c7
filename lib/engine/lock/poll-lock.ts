/** One look at a lock: one bounded read of the record and one listing of its holder's folder (cluster-lock.md, G). Writes nothing. */
import { isVamplateError } from '@/lib/base/errors';
import { observerRequestMs } from './lease-timing-rules';
import { listLease } from './list-lease';
import type { LockContext } from './lock-context';
import type { LockPlace } from './lock-place';
import type { FolderAnswer, LockPoll } from './lock-poll';
import { type LockSnapshot, remember, snapshotOf } from './lock-snapshot-rules';
import { foldersToList, notePoll, type Observation, type ObservedPlace } from './observation-rules';
import { judgedLease } from './observer-rules';
import { readBeat } from './read-beat';
import { readLock } from './read-lock';
import { withinTime } from './request-limit';
import { newestBeat } from './watch-rules';

export type ObserverContext = Pick<LockContext, 'store' | 'clock' | 'rules'>;

export interface Look {
  readonly snapshot: LockSnapshot;
  /** What the next look begins with. */
  readonly seen: Observation;
}

/**
 * A beat is read besides, until one has told the length of the lease; after a change of hands, the folder of the id before
 * is listed for as long as that owner may take to fence itself.
 * @param configuredMs L by configuration, in milliseconds
 * @throws the signal's reason when aborted; nothing for what the store does
 */
export async function pollLock(
  context: ObserverContext,
  place: LockPlace,
  before: Observation,
  { configuredMs, signal }: { readonly configuredMs: number | null; readonly signal?: AbortSignal },
): Promise<Look> {
  const { clock } = context;
  const observed: ObservedPlace = { root: place.root, leased: place.leased, configuredMs };
  const reading = await readRecord(context, place, requestMsOf(before, observed, null), signal);
  signal?.throwIfAborted();
  const ids = foldersToList(before, reading, observed, clock.monotonic());
  const folders = await Promise.all(
    ids.map((lockId) => lookInto(context, place, before, observed, lockId, signal)),
  );
  signal?.throwIfAborted();
  const poll: LockPoll = { at: clock.monotonic(), wallAt: clock.wall(), reading, folders };
  const seen = notePoll(before, poll, observed);
  const snapshot = snapshotOf(seen, poll, observed, context.rules);
  return { snapshot, seen: remember(seen, snapshot) };
}

/** By the lease of the id in question, or of the last holder. */
function requestMsOf(before: Observation, { configuredMs }: ObservedPlace, lockId: string | null): number {
  const folder = before.folders.find((one) => one.lockId === (lockId ?? before.holderId));
  const { leaseMs } = judgedLease(folder?.lease ?? { kind: 'unread' }, configuredMs);
  return observerRequestMs(leaseMs ?? 30_000);
}

async function readRecord(
  context: ObserverContext,
  place: LockPlace,
  requestMs: number,
  signal: AbortSignal | undefined,
): Promise<LockPoll['reading']> {
  try {
    return await withinTime(
      context.clock,
      requestMs,
      (stop) => readLock(context, place, { signal: stop }),
      signal,
    );
  } catch (error) {
    return { kind: 'unanswered', reason: isVamplateError(error) ? error.message : 'The request failed.' };
  }
}

async function lookInto(
  context: ObserverContext,
  place: LockPlace,
  before: Observation,
  observed: ObservedPlace,
  lockId: string,
  signal: AbortSignal | undefined,
): Promise<FolderAnswer> {
  const requestMs = requestMsOf(before, observed, lockId);
  const known = before.folders.find((one) => one.lockId === lockId)?.lease ?? { kind: 'unread' };
  const listing = await withinTime(
    context.clock,
    requestMs,
    (stop) => listLease(context, place, lockId, stop),
    signal,
  ).catch(() => null);
  if (listing === null || known.kind !== 'unread') return { lockId, listing, lease: known };
  const lease = await readBeat(context, place, lockId, newestBeat(listing), requestMs);
  return { lockId, listing, lease };
}
