/** Reads the length of the lease out of one beat; a beat that cannot be read, or is not ours, states none. */
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { leaseOfBeat } from './lease-records';
import type { LockContext } from './lock-context';
import { leaseBodyMaxBytes, leaseFolder } from './lock-names';
import type { LockPlace } from './lock-place';
import { withinTime } from './request-limit';
import type { BeatLease } from './watch-rules';

/** @param beat by its name below the folder, or null when there is none */
export async function readBeat(
  { store, clock }: Pick<LockContext, 'store' | 'clock'>,
  place: LockPlace,
  lockId: string,
  beat: ObjectMeta | null,
  requestMs: number,
): Promise<BeatLease> {
  const folder = leaseFolder(place.root, lockId);
  if (beat === null || folder === null) return { kind: 'unread' };
  try {
    const answer = await withinTime(clock, requestMs, (signal) =>
      store.get(folder + beat.key, { maxBytes: leaseBodyMaxBytes, signal }),
    );
    // Removed since it was listed, as old beats are: the next one tells.
    if (answer.kind === 'absent') return { kind: 'unread' };
    const leaseMs = answer.kind === 'found' ? leaseOfBeat(answer.body, lockId) : null;
    return leaseMs === null ? { kind: 'foreign' } : { kind: 'ours', leaseMs };
  } catch {
    return { kind: 'unread' };
  }
}

/** @returns milliseconds, or null */
export async function readBeatLease(...asked: Parameters<typeof readBeat>): Promise<number | null> {
  const lease = await readBeat(...asked);
  return lease.kind === 'ours' ? lease.leaseMs : null;
}
