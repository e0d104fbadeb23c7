/** The word an observer has for a lock after a look, by the rules of G.2 in their order; every unknown falls to `unreadable`. */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { FolderMemory } from './folder-rules';
import { leaseTiming, maxLeaseMs, observerPollMs } from './lease-timing-rules';
import type { LockPoll } from './lock-poll';
import type { LockFlag, LockState } from './lock-states';
import { type BeatLease, unseenMs } from './watch-rules';

/** By which lease a silence is judged, and where its length is from. All lengths in milliseconds. */
export interface JudgedLease {
  readonly source: 'beat' | 'config' | 'assumed';
  /** Null when it is assumed: then both thresholds are of different lengths. */
  readonly leaseMs: number | null;
  /** From here on a live owner with a running clock has fenced itself: 2L/3. */
  readonly lateMs: number;
  /** From here on a successor may claim: 1.5L. */
  readonly silentMs: number;
  /** Longest time for which beats of an id the record does not name may be an owner on its way to its fence: L/3. */
  readonly fenceMs: number;
  /** Between two looks. */
  readonly pollMs: number;
}

/** Unknown is judged as 600 s wherever that is slower to speak, and as 30 s where only `held-beating` could come of it. */
export function judgedLease(beat: BeatLease, configuredMs: number | null): JudgedLease {
  if (beat.kind === 'ours') return known('beat', beat.leaseMs);
  if (configuredMs !== null) return known('config', configuredMs);
  const { lateMs, pollMs } = known('config', 30_000);
  const { silentMs, fenceMs } = known('config', maxLeaseMs);
  return { source: 'assumed', leaseMs: null, lateMs, silentMs, fenceMs, pollMs };
}

function known(source: 'beat' | 'config', leaseMs: number): JudgedLease {
  const { deadlineMs, silentMs, intervalMs } = leaseTiming(leaseMs);
  const pollMs = observerPollMs(leaseMs);
  return { source, leaseMs, lateMs: deadlineMs, silentMs, fenceMs: intervalMs, pollMs };
}

export interface StateFacts {
  readonly reading: LockPoll['reading'];
  readonly now: MonotonicInstant;
  /** Whether owners of this place beat at all. */
  readonly leased: boolean;
  /** Of the id the record names; null for one that names no folder. */
  readonly folder: FolderMemory | null;
  readonly lease: JudgedLease;
  /** q: by `LockRules.silenceMs`. */
  readonly silence: number;
}

export function decideState(facts: StateFacts): LockState {
  const { reading } = facts;
  switch (reading.kind) {
    case 'unanswered':
      return 'unreadable';
    case 'absent':
      return 'free';
    case 'oversize':
    case 'corrupt':
    case 'released':
      return reading.kind;
    default:
      return heldState(facts);
  }
}

function heldState({ folder, leased, lease, silence, now }: StateFacts): LockState {
  if (folder !== null && folder.claimSeenAt !== null) return 'claimed';
  if (!leased || folder === null) return 'held-unleased';
  // Listings that never come must not leave the last word standing: neither a green one nor `silent`.
  const { answeredAt, askedAt, watch } = folder;
  if (now - (answeredAt ?? askedAt) >= lease.lateMs && !folder.latestAnswered) return 'unreadable';
  if (watch.seenAt === null) return watch.listings >= 2 ? 'held-unleased' : 'held-observing';
  if (silence >= lease.silentMs) return 'silent';
  if (Math.max(silence, unseenMs(watch)) >= lease.lateMs) return 'late';
  return watch.progressed ? 'held-beating' : 'held-observing';
}

/** @param orphans folders of ids the record does not name as its holder */
export function decideFlags(
  { reading, folder, leased }: StateFacts,
  orphans: readonly { readonly folder: FolderMemory; readonly lease: JudgedLease }[],
): readonly LockFlag[] {
  const flags: LockFlag[] = [];
  const named = reading.kind === 'held' || reading.kind === 'released';
  if (named && reading.extra.length > 0) flags.push('extended-record');
  if (reading.kind === 'corrupt' && reading.code === 'unsupported-version') flags.push('unsupported-version');
  if (reading.kind === 'held' && leased) {
    if (folder === null) flags.push('unlistable-id');
    if (folder?.beatDespiteClaim) flags.push('beating-despite-claim');
    if (folder?.latestAnswered === false) flags.push('listing-unanswered');
  }
  if (orphans.some((one) => one.folder.zombieAt !== null)) flags.push('zombie-beats');
  if (orphans.some(({ folder: one, lease }) => isPaged(one, lease))) flags.push('zombie-page');
  return flags;
}

/** A beat seen later than any owner that looks at the record could still send one. */
function isPaged({ orphanedAt, zombieAt }: FolderMemory, { fenceMs, pollMs }: JudgedLease): boolean {
  return orphanedAt !== null && zombieAt !== null && zombieAt - orphanedAt > fenceMs + pollMs;
}

/** Between two looks, whatever the lease (G.2). */
const leastPauseMs = 1_000;

/**
 * When the next look begins: a sixth of the lease after this one began, with jitter; exactly at the instant at which a
 * silence would become late or silent, when that comes about then, so that no verdict waits for a whole pause.
 * @param jitter from 0 to 1
 * @param seenAt when the holder's newest beat was first seen
 */
export function nextLookAt(
  beganAt: MonotonicInstant,
  { pollMs, lateMs, silentMs }: JudgedLease,
  seenAt: MonotonicInstant | null,
  jitter: number,
): MonotonicInstant {
  const turns = seenAt === null ? [] : [seenAt + lateMs, seenAt + silentMs];
  const regular = beganAt + Math.max(leastPauseMs, pollMs * (0.9 + 0.2 * jitter));
  const turn = turns.find((at) => at >= beganAt + leastPauseMs && at < regular + leastPauseMs);
  if (turn === undefined) return regular as MonotonicInstant;
  if (turn <= beganAt + 1.1 * pollMs) return turn as MonotonicInstant;
  // A look just before the turn would put off the one that matters: it comes early enough for both.
  return Math.max(beganAt + leastPauseMs, turn - leastPauseMs) as MonotonicInstant;
}

/** Whether the folder of an id that the record no longer names is still looked at: until one answer at least. */
export function stillWatched(folder: FolderMemory, lease: JudgedLease, now: MonotonicInstant): boolean {
  const { orphanedAt, zombieAt, answeredSinceOrphaned } = folder;
  if (orphanedAt === null) return true;
  const waited = now - Math.max(orphanedAt, zombieAt ?? orphanedAt);
  return !answeredSinceOrphaned || waited <= lease.fenceMs + lease.pollMs;
}
