/** Where beats, thresholds and the latest listing stand on the time axis: pure arithmetic. */
import type { LockEvidence, LockLease } from '@/lib/contracts/locks';

export interface BeatAxis {
  /** Share of the width, 0 to 1, oldest first. */
  readonly beats: readonly { readonly name: string; readonly seenAt: string; readonly x: number }[];
  readonly late: number;
  readonly silent: number;
  /** Up to here silence is proven. */
  readonly quiet: number;
}

/** Leases before the newest beat that the axis shows. */
const leasesBefore = 2;

/** Null where no beat was seen: then there is no axis to draw. */
export function beatAxisOf(evidence: LockEvidence, lease: LockLease): BeatAxis | null {
  const newest = evidence.beats.at(-1);
  if (newest === undefined) return null;
  const newestAt = Date.parse(newest.seenAt);
  const before = leasesBefore * (lease.leaseMs ?? lease.lateMs * 1.5);
  const after = Math.max(lease.silentMs, evidence.silenceMs) * 1.1;
  const share = (ms: number) => (before + ms) / (before + after);
  return {
    beats: evidence.beats
      .map(({ name, seenAt }) => ({ name, seenAt, x: share(Date.parse(seenAt) - newestAt) }))
      .filter(({ x }) => x >= 0),
    late: share(lease.lateMs),
    silent: share(lease.silentMs),
    quiet: share(evidence.silenceMs),
  };
}
