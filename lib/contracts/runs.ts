/** Runs of cleanup plans: who asked, who owns them, how far they are, and what every version of theirs is at now. */
import { actionReply, reason, typedName } from './actions';
import { pageQuery, replyOf } from './meta';
import { planHash, planSums } from './plans';
import { byteCount, count, datasetId, instant, lakeId, versionString } from './primitives';
import { z } from './zod';

export const runId = z
  .string()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .meta({ description: 'The id of a run.' });

/** Most objects deleted in a second; null: as fast as the store answers. */
export const runRate = z.int().min(1).max(1_000_000).nullable();

export const runOutcome = z.enum(['completed', 'stopped', 'failed', 'incident']);

const runCounts = z.object({ versions: count, objects: count, bytes: byteCount, requests: count });

export const runRow = z.object({
  run: runId,
  lake: lakeId,
  dataset: datasetId,
  path: z.string(),
  planHash,
  actor: z.string(),
  role: z.string(),
  reason: z.string(),
  approvedBy: z.string().nullable(),
  createdAt: instant,
  state: z.enum(['waiting', 'running', 'stopping', 'ended']),
  outcome: runOutcome.nullable(),
  failure: z.string().nullable(),
  endedAt: instant.nullable(),
  /** By that host's clock. Null while nobody has it. */
  owner: z.object({ host: z.string(), pid: count, since: instant }).nullable(),
  takeovers: count,
  cursor: z.object({ step: z.string(), group: count, groups: count, sentence: z.string() }).nullable(),
  counts: runCounts,
  /** An owner before this one may have died after a batch and before it told of it: more went than was counted. */
  countsAtLeast: z.boolean(),
  stop: z.object({ actor: z.string(), at: instant }).nullable(),
  rate: runRate,
});
export type RunRow = z.infer<typeof runRow>;

/** `unreadable`: a run is there that nobody can read. */
export const runsReply = replyOf({
  items: z.array(runRow),
  unreadable: z.array(z.object({ lake: lakeId, key: z.string(), reason: z.string() })),
  nextCursor: z.string().nullable(),
});
export const runsQuery = pageQuery.extend({ lake: lakeId.optional(), dataset: datasetId.optional() });

/** `kept`: it is not retired by this run, for a reason the receipt tells; `unknown`: what it is at could not be read. */
export const runVersion = z.object({
  version: versionString,
  group: z.enum(['certain', 'conditional', 'resume']),
  state: z.enum(['waiting', 'draining', 'sealed', 'committed', 'retired', 'kept', 'unknown']),
});
export type RunVersion = z.infer<typeof runVersion>;

export const runDetail = z.object({
  ...runRow.shape,
  /** How many signs of life the owner gave, and for how long this server has seen no newer one; null: not looked yet. */
  beat: z.object({ count, unchangedForMs: count.nullable() }),
  /** Whether this very server has it: then progress is to the moment, else to the last sign of life. */
  here: z.boolean(),
  /** Null where the plan is not there any more. */
  predicted: planSums.nullable(),
  most: planSums.nullable(),
  versions: z.object({ total: count, listed: z.array(runVersion) }),
  objectsLeft: count.nullable(),
  bytesLeft: byteCount.nullable(),
  objectsPerSecond: z.number().nonnegative().nullable(),
  /** As fast as so far; null where nothing was deleted yet or it has ended. */
  expectedMs: count.nullable(),
  before: planSums.nullable(),
  log: z.array(z.object({ at: instant, sentence: z.string() })),
});
export type RunDetail = z.infer<typeof runDetail>;
export const runReply = replyOf({ run: runDetail });
export const runChange = actionReply({ run: runRow });

/** `dataset`: the path below the lake, typed; the lake's id for the lake's own root. */
export const runBody = z.strictObject({ dataset: typedName, reason, rate: runRate.default(null) });
export const rateBody = z.strictObject({ rate: runRate });
