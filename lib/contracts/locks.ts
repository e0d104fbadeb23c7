/** Locks of cluster roots as one server watches them: a verdict, the evidence for it, and what storage cannot show. */
import { replyOf } from './meta';
import { byteCount, count, instant, lakeId } from './primitives';
import { z } from './zod';

/** The id of a configured cluster root. */
export const lockRootId = lakeId.meta({ description: "A cluster root's id from the configuration." });

/** Words of G.2; `unwatched`: this server has not ended a look yet, or not for too long to know anything now. */
export const lockState = z.enum([
  'unwatched',
  'unreadable',
  'free',
  'oversize',
  'corrupt',
  'released',
  'claimed',
  'held-unleased',
  'held-observing',
  'held-beating',
  'late',
  'silent',
]);
export type LockState = z.infer<typeof lockState>;

export const lockFlag = z.object({
  flag: z.enum([
    'extended-record',
    'unsupported-version',
    'beating-despite-claim',
    'zombie-beats',
    'zombie-page',
    'unlistable-id',
    'listing-unanswered',
  ]),
  /** `stop`: page somebody. */
  severity: z.enum(['attention', 'stop']),
  sentence: z.string(),
});
export type LockFlag = z.infer<typeof lockFlag>;

export const lockRow = z.object({
  root: lockRootId,
  lake: lakeId,
  uri: z.string(),
  /** `own`: below `_vamplate/`, where no other program writes. */
  kind: z.enum(['cluster', 'own']),
  writers: z.enum(['stock', 'ours']),
  backend: z.enum(['storage', 'external']),
  state: lockState,
  /** The verdict and what it rests on, one sentence. */
  sentence: z.string(),
  /** First look that gave this state; null where nothing is known now. */
  since: instant.nullable(),
  /** When the latest look ended; null before the first. */
  lookedAt: instant.nullable(),
  /** From here on this answer says nothing of the present; null where it never did. */
  freshUntil: instant.nullable(),
  /** What was known before nothing was known any more. Never so now. */
  lastKnown: z.object({ state: lockState, at: instant }).nullable(),
  owner: z
    .object({ lockId: z.string(), operation: z.string(), createdAt: z.string(), pid: count })
    .nullable(),
  /** When this server first saw the newest beat. */
  beatSeenAt: instant.nullable(),
  /** Proven silence, in milliseconds, at the latest look; null where no beat was seen. */
  silenceMs: z.number().nonnegative().nullable(),
  flags: z.array(lockFlag),
});
export type LockRow = z.infer<typeof lockRow>;
export const locksReply = replyOf({ items: z.array(lockRow) });

export const lockRecord = z.object({
  key: z.string(),
  etag: z.string(),
  bytes: byteCount,
  storedAt: instant.nullable(),
  /** When the id says it was made, by its maker's clock: proves nothing. */
  idMadeAt: instant.nullable(),
  /** Members that stock binaries refuse. */
  extra: z.array(z.string()),
  corrupt: z.object({ reason: z.string(), excerpt: z.string() }).nullable(),
});

export const lockLease = z.object({
  /** Where the length comes from; `assumed`: 30 s for what speaks of life, 600 s for what speaks of death. */
  source: z.enum(['beat', 'config', 'assumed']),
  leaseMs: z.number().positive().nullable(),
  /** 2L/3: a live owner with a running clock has fenced itself. */
  lateMs: z.number().positive(),
  /** 1.5L: a successor may claim. */
  silentMs: z.number().positive(),
  pollMs: z.number().positive(),
});
export type LockLease = z.infer<typeof lockLease>;

export const lockEvidence = z.object({
  lockId: z.string(),
  beats: z.array(z.object({ name: z.string(), seenAt: instant })),
  claim: z.object({ key: z.string(), storedAt: instant.nullable(), seenAt: instant.nullable() }).nullable(),
  listings: count,
  answeredAt: instant.nullable(),
  silenceMs: z.number().nonnegative(),
});
export type LockEvidence = z.infer<typeof lockEvidence>;

export const lockOwnerSeen = z.object({
  lockId: z.string(),
  operation: z.string(),
  pid: count,
  firstSeenAt: instant,
  lastSeenAt: instant,
});
export type LockOwnerSeen = z.infer<typeof lockOwnerSeen>;

export const lockTransition = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  cause: z.enum([
    'first-seen',
    'acquired',
    'taken-over',
    'released-and-reacquired',
    'unlocked-or-taken-by-0.14',
    'undetermined',
    'released',
    'removed',
    'returned',
  ]),
  sentence: z.string(),
  /** The look that first showed it: it happened between this one and the one before. */
  seenAt: instant,
});
export type LockTransition = z.infer<typeof lockTransition>;

export const lockLedger = z.object({
  state: z.enum(['none', 'absent', 'found', 'oversize', 'unsupported', 'corrupt', 'unreadable']),
  reason: z.string().nullable(),
  readAt: instant.nullable(),
  revision: z.string().nullable(),
  stateCas: z.string().nullable(),
  configDigest: z.string().nullable(),
  /** Resources whose status is not `applied`. */
  drift: z.array(z.object({ address: z.string(), status: z.string(), conditions: z.array(z.string()) })),
  resources: count.nullable(),
  outstanding: z.object({ id: z.string(), graphs: z.record(z.string(), z.string()) }).nullable(),
  /** Null: not known, least of all that nothing waits. */
  recoveries: z
    .array(z.object({ operationId: z.string(), kind: z.string().nullable(), graphId: z.string().nullable() }))
    .nullable(),
  moreRecoveries: z.boolean(),
});
export type LockLedger = z.infer<typeof lockLedger>;

/** What an unlock would still need. A view: this endpoint changes nothing, and no precondition is ever taken as given. */
export const lockUnlock = z.object({
  missing: z.array(
    z.object({ code: z.string(), by: z.enum(['operator', 'lock', 'store']), sentence: z.string() }),
  ),
  /** For stock tools; null where no id can be named or they know nothing of this root. */
  stockCommand: z.string().nullable(),
  probedAt: instant.nullable(),
});
export type LockUnlock = z.infer<typeof lockUnlock>;

export const lockReply = replyOf({
  ...lockRow.shape,
  record: lockRecord.nullable(),
  lease: lockLease.nullable(),
  evidence: lockEvidence.nullable(),
  zombies: z.array(lockEvidence),
  owners: z.array(lockOwnerSeen),
  transitions: z.array(lockTransition),
  /** What `locked` of the stock tools' status would say; null where that is not known. */
  stockLocked: z.boolean().nullable(),
  proves: z.array(z.string()),
  cannotProve: z.array(z.string()),
  ledger: lockLedger,
  unlock: lockUnlock,
});
export type LockDetail = z.infer<typeof lockReply>;
