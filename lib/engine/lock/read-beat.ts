/** Reads the length of the lease out of one beat; a beat that cannot be read, or is not ours, states none. */
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { leaseOfBeat } from './lease-records';
import type { LockContext } from './lock-context';
import { leaseBodyMaxBytes, leaseFolder } from './lock-names';
import type { LockPlace } from './lock-place';
import { withinTime } from './request-limit';

/**
 * @param beat by its name below the folder, or null when there is none
 * @returns milliseconds, or null
 */
export async function readBeatLease(
  { store, clock }: LockContext,
  place: LockPlace,
  lockId: string,
  beat: ObjectMeta | null,
  requestMs: number,
): Promise<number | null> {
  const folder = leaseFolder(place.root, lockId);
  if (beat === null || folder === null) return null;
  try {
    const answer = await withinTime(clock, requestMs, (signal) =>
      store.get(folder + beat.key, { maxBytes: leaseBodyMaxBytes, signal }),
    );
    return answer.kind === 'found' ? leaseOfBeat(answer.body, lockId) : null;
  } catch {
    return null;
  }
}
