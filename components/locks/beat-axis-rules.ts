/** Where beats, thresholds and the proven silence stand on the time axis: pure arithmetic. */
import type { LockEvidence, LockLease } from '@/lib/contracts/locks';

export interface BeatAxis {
  /** Share of the width, 0 to 1, oldest first. */
  readonly beats: readonly { readonly name: string; readonly seenAt: string; readonly x: number }[];
  /** Where a beat would have come, every L/3, as far as silence is proven half an interval beyond it; none where the lease is not known. */
  readonly missed: readonly number[];
  /** Those beyond the axis with them. */
  readonly missedCount: number;
  readonly late: number;
  readonly silent: number;
  /** Up to here silence is proven; 1 when further than the axis goes. */
  readonly quiet: number;
  /** Round instants, oldest first. */
  readonly ticks: readonly { readonly at: string; readonly x: number }[];
}

/** Leases before the newest beat that the axis shows. */
const leasesBefore = 2;
/** Silent thresholds after the newest beat that it shows at most: a longer silence runs out of it. */
const mostSilences = 1.8;
const tickSteps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600].map((seconds) => seconds * 1_000);
const mostTicks = 8;
/** Null where no beat was seen: then there is no axis to draw. */
export function beatAxisOf(evidence: LockEvidence, lease: LockLease): BeatAxis | null {
  const newest = evidence.beats.at(-1);
  if (newest === undefined) return null;
  const newestAt = Date.parse(newest.seenAt);
  const before = leasesBefore * (lease.leaseMs ?? lease.lateMs * 1.5);
  const after =
    lease.silentMs * Math.min(mostSilences, Math.max(1.25, (evidence.silenceMs * 1.1) / lease.silentMs));
  const missedCount = missedOf(evidence, lease);
  const share = (ms: number) => Math.min(1, (before + ms) / (before + after));
  return {
    beats: evidence.beats
      .map(({ name, seenAt }) => ({ name, seenAt, x: share(Date.parse(seenAt) - newestAt) }))
      .filter(({ x }) => x >= 0),
    missed: missedAt(missedCount, lease)
      .filter((ms) => ms < after)
      .map(share),
    missedCount,
    late: share(lease.lateMs),
    silent: share(lease.silentMs),
    quiet: share(evidence.silenceMs),
    ticks: ticksOf(newestAt - before, newestAt + after).map((at) => ({
      at: new Date(at).toISOString(),
      x: share(at - newestAt),
    })),
  };
}

/** Half an interval late is still on its way: the next look may show it. */
function missedOf({ silenceMs }: LockEvidence, { leaseMs }: LockLease): number {
  return leaseMs === null ? 0 : Math.max(0, Math.floor(silenceMs / (leaseMs / 3) - 0.5));
}

/** Milliseconds after the newest beat. */
function missedAt(count: number, { leaseMs }: LockLease): number[] {
  // More than the axis is ever long.
  return Array.from({ length: Math.min(count, 100) }, (_, at) => ((at + 1) * (leaseMs ?? 0)) / 3);
}

function ticksOf(from: number, to: number): number[] {
  const step = tickSteps.find((one) => (to - from) / one <= mostTicks) ?? (to - from) / mostTicks;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}
