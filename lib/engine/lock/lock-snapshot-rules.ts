/** One look at a lock as it is told: state, flags, evidence, history. Plain values; instants of the wall are for people only. */
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { ETag, ObjectMeta, StoreTime } from '@/lib/engine/store/object-store';
import type { FolderMemory, SeenBeat } from './folder-rules';
import { lockIdTime } from './lock-names';
import type { LockPoll } from './lock-poll';
import type { LockRecord } from './lock-record';
import type { LockRules } from './lock-rules';
import type { LockFlag, LockState } from './lock-states';
import { isListable, type Observation, type ObservedPlace, type StateSeen } from './observation-rules';
import { decideFlags, decideState, type JudgedLease, judgedLease } from './observer-rules';
import type { OwnerSeen, Transition } from './transition-rules';

export interface LockSnapshot {
  /** When the look ended, by the observer's own clock: its age is for whoever shows it to judge. */
  readonly at: MonotonicInstant;
  readonly wallAt: WallInstant;
  readonly state: LockState;
  readonly flags: readonly LockFlag[];
  /** Since which look it is so. */
  readonly since: StateSeen;
  /** For `unreadable`: what was last known, and when. Never to be shown as if it were so now. */
  readonly lastKnown: StateSeen | null;
  /** Why the record had no answer; null when it had one. */
  readonly unanswered: string | null;
  /** As this look read it. */
  readonly record: RecordSeen | null;
  readonly lease: JudgedLease;
  /** Of the id the record names, or last named. */
  readonly evidence: LeaseEvidence | null;
  /** Newer beats under ids that the record does not name. */
  readonly zombies: readonly LeaseEvidence[];
  readonly owners: readonly OwnerSeen[];
  readonly transitions: readonly Transition[];
  /** What `status` of the stock tools would print as `locked`; null where that is not known. */
  readonly stockLocked: boolean | null;
}

export interface RecordSeen {
  readonly etag: ETag;
  readonly size: number;
  readonly storedAt: ObjectMeta['storedAt'];
  /** Null for a record that is not readable. */
  readonly content: LockRecord | null;
  /** When its id says it was made, by its maker's wall clock: for people, and no proof of anything. */
  readonly idMadeAt: number | null;
  readonly extra: readonly string[];
  readonly corrupt: { readonly reason: string; readonly bytes: Uint8Array } | null;
}

export interface LeaseEvidence {
  readonly lockId: string;
  readonly beats: readonly ObjectMeta[];
  readonly seenBeats: readonly SeenBeat[];
  readonly claim: ObjectMeta | null;
  readonly claimSeenAt: MonotonicInstant | null;
  readonly listings: number;
  /** The newest beat was first seen; `seenWallAt` is the same moment for people. */
  readonly seenAt: MonotonicInstant | null;
  readonly seenWallAt: WallInstant | null;
  /** Silence counts up to here. */
  readonly quietUntil: MonotonicInstant | null;
  readonly answeredAt: MonotonicInstant | null;
  readonly silenceMs: number;
  readonly storeTime: StoreTime;
}

/** Raw bytes of an unreadable record that are kept for people. */
const shownBytes = 4_096;

/** @param seen with this look noted in it */
export function snapshotOf(
  seen: Observation,
  poll: LockPoll,
  place: ObservedPlace,
  rules: Pick<LockRules, 'silenceMs'>,
): LockSnapshot {
  const { reading, at, wallAt } = poll;
  const lockId = reading.kind === 'held' ? reading.record.lockId : seen.holderId;
  const folder =
    lockId !== null && isListable(place, lockId)
      ? (seen.folders.find((one) => one.lockId === lockId) ?? null)
      : null;
  const lease = judgedLease(folder?.lease ?? { kind: 'unread' }, place.configuredMs);
  const orphans = seen.folders
    .filter(({ orphanedAt }) => orphanedAt !== null)
    .map((one) => ({ folder: one, lease: judgedLease(one.lease, place.configuredMs) }));
  const silence = folder === null ? 0 : rules.silenceMs(folder.watch);
  const facts = { reading, now: at, leased: place.leased, folder, lease, silence };
  const state = decideState(facts);
  const now = { state, at, wallAt };
  return {
    at,
    wallAt,
    state,
    flags: decideFlags(facts, orphans),
    since: seen.since?.state === state ? seen.since : now,
    lastKnown: state === 'unreadable' ? seen.lastKnown : null,
    unanswered: reading.kind === 'unanswered' ? reading.reason : null,
    record: recordOf(reading),
    lease,
    evidence: folder === null ? null : evidenceOf(folder, rules),
    zombies: orphans
      .filter((one) => one.folder.zombieAt !== null)
      .map((one) => evidenceOf(one.folder, rules)),
    owners: seen.owners,
    transitions: seen.transitions,
    stockLocked: stockLocked(reading),
  };
}

/** The observation with what was said of it, for the next look. */
export function remember(seen: Observation, { since, state, at, wallAt }: LockSnapshot): Observation {
  return { ...seen, since, lastKnown: state === 'unreadable' ? seen.lastKnown : { state, at, wallAt } };
}

function recordOf(reading: LockPoll['reading']): RecordSeen | null {
  if (reading.kind === 'absent' || reading.kind === 'unanswered') return null;
  const { etag, size, meta } = reading;
  const named = reading.kind === 'held' || reading.kind === 'released';
  return {
    etag,
    size,
    storedAt: meta.storedAt,
    content: named ? reading.record : null,
    idMadeAt: named ? lockIdTime(reading.record.lockId) : null,
    extra: named ? reading.extra : [],
    corrupt:
      reading.kind === 'corrupt'
        ? { reason: reading.reason, bytes: reading.body.slice(0, shownBytes) }
        : null,
  };
}

function evidenceOf(folder: FolderMemory, rules: Pick<LockRules, 'silenceMs'>): LeaseEvidence {
  const { lockId, beats, seenBeats, claim, claimSeenAt, watch, seenWallAt, answeredAt, storeTime } = folder;
  const { seenAt, quietUntil, listings } = watch;
  return {
    ...{ lockId, beats, seenBeats, claim, claimSeenAt, seenAt, seenWallAt, quietUntil, answeredAt, listings },
    silenceMs: rules.silenceMs(watch),
    storeTime,
  };
}

/** G.2: an oversize record reads as unlocked there, a corrupt one as locked without an id. */
function stockLocked(reading: LockPoll['reading']): boolean | null {
  if (reading.kind === 'unanswered') return null;
  return reading.kind !== 'absent' && reading.kind !== 'oversize';
}
