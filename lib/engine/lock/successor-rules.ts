/** What a successor does after each listing of a silent owner's folder (cluster-lock.md, C and H.2). */
import type { MonotonicInstant } from '@/lib/base/clock';
import { type LeaseTiming, maxLeaseMs } from './lease-timing-rules';
import type { Watch } from './watch-rules';

export type WatchDecision =
  | { readonly kind: 'list_at'; readonly at: MonotonicInstant }
  /** A newer beat: no claim is written. */
  | { readonly kind: 'alive' }
  /** No beat in two listings: a holder of a line without leases looks the same. */
  | { readonly kind: 'unleased' }
  | { readonly kind: 'silent' };

export interface WatchFacts {
  readonly watch: Watch;
  /** By `LockRules.silenceMs`. */
  readonly silence: number;
  /** The lease the newest beat states, null when it is not readable as ours. */
  readonly beatLeaseMs: number | null;
  /** When the latest listing was sent and whether it was answered. */
  readonly latest: { readonly sentAt: MonotonicInstant; readonly answered: boolean };
  readonly now: MonotonicInstant;
}

/** C.8, proposed: the longer of both leases; one that cannot be read is taken for the longest there is. */
export function judgedSilenceMs(own: LeaseTiming, beatLeaseMs: number | null): number {
  return 1.5 * Math.max(own.leaseMs, beatLeaseMs ?? maxLeaseMs);
}

export function decideWatch(facts: WatchFacts, own: LeaseTiming): WatchDecision {
  const { watch, silence } = facts;
  if (watch.progressed) return { kind: 'alive' };
  if (watch.seenAt === null && watch.listings >= 2) return { kind: 'unleased' };
  const needed = judgedSilenceMs(own, facts.beatLeaseMs);
  if (watch.seenAt !== null && silence >= needed) return { kind: 'silent' };
  return { kind: 'list_at', at: nextListing(facts, own, needed) };
}

/** Every sixth of the lease, from the answer that showed the beat and then from each sending; the last when the silence would end. */
function nextListing(
  { watch: { seenAt }, latest, now }: WatchFacts,
  own: LeaseTiming,
  needed: number,
): MonotonicInstant {
  const showedBeat = latest.answered && seenAt !== null && latest.sentAt <= seenAt;
  const regular = (showedBeat ? seenAt : latest.sentAt) + own.pollMs;
  if (seenAt === null) return atLeast(now, regular);
  const last = seenAt + needed;
  if (now < last) return atLeast(now, Math.min(regular, last));
  // Past the end an answer that was late is followed at once by another listing, everything else after the usual pause.
  return latest.answered && latest.sentAt < last ? now : atLeast(now, regular);
}

function atLeast(now: MonotonicInstant, at: number): MonotonicInstant {
  return Math.max(now, at) as MonotonicInstant;
}
