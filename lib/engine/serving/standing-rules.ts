/** Whether a report is of now and of the process that owns its place: stale and deposed are verdicts of their own (E.3, E.4). */
import type { StatusReport } from './report-schema';

/** Ages in milliseconds; a report is stale from the first millisecond past three heartbeats. */
export type Freshness =
  | { readonly kind: 'fresh'; readonly ageMs: number }
  | { readonly kind: 'stale'; readonly ageMs: number }
  /** It was published by a clock so far ahead of ours that its age means nothing. */
  | { readonly kind: 'stale'; readonly ageMs: null };

/** When the reader looked. */
export interface ReaderTimes {
  /** Age of the stored object by the store's own clock; null for a report that came over HTTP. */
  readonly storedAgeMs: number | null;
  /** Milliseconds since the epoch by the reader's clock: used only where the store states no age. */
  readonly nowMs: number;
}

/** Seconds. E.3 states no bound, and a heartbeat of years would be fresh for ever; a longer one counts as this. */
const longestHeartbeatS = 3_600;

export function freshnessOf(
  report: Pick<StatusReport, 'published_at' | 'heartbeat_s'>,
  times: ReaderTimes,
): Freshness {
  const allowedMs = 3 * Math.min(report.heartbeat_s, longestHeartbeatS) * 1_000;
  const ageMs = times.storedAgeMs ?? times.nowMs - Date.parse(report.published_at);
  if (ageMs < -allowedMs) return { kind: 'stale', ageMs: null };
  return ageMs > allowedMs ? { kind: 'stale', ageMs } : { kind: 'fresh', ageMs: Math.max(0, ageMs) };
}

export type Fence = Pick<StatusReport, 'instance_id' | 'fence'>;

/**
 * Whether the writer of one report has lost its place to that of another: a later epoch, or the same one with another
 * process, since a store lets only one process claim it.
 * @param other another report of the same replica, the stored one where there is one
 */
export function isDeposed(mine: Fence, other: Fence | null): boolean {
  const { standing } = mine.fence;
  if (standing === 'deposed' || standing === 'read_only') return true;
  if (other === null) return false;
  if (other.fence.epoch !== mine.fence.epoch) return other.fence.epoch > mine.fence.epoch;
  // Where nothing fences, one number says nothing of who came first.
  if (standing === 'unfenced') return false;
  return other.instance_id !== mine.instance_id;
}
