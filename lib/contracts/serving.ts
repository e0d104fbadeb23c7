/** Serving: sets and their replicas as they report themselves, each with one verdict, and what this reader works out itself. */
import { replyOf } from './meta';
import { count, datasetId, instant, lakeId, versionString } from './primitives';
import { z } from './zod';

const name = z.string().regex(/^[a-z0-9-]{1,64}$/);
export const servingEnv = name.meta({ description: 'A configured environment.' });
export const servingSetId = name.meta({ description: 'A serving set, as replicas name it.' });
export const replicaId = name.meta({ description: 'A replica, as it names itself.' });
/** `osm-lance-v2`: family and layout. */
export const lineageSegment = z
  .string()
  .regex(/^[a-z0-9-]{1,64}-v(0|[1-9]\d{0,9})$/)
  .meta({ description: 'Family and layout of a lineage, as in osm-lance-v2.' });

/** The first that applies, worst first among those that exclude each other (E.5); `observed`: the older report. */
export const servingVerdict = z.enum([
  'no_report',
  'unreadable',
  'invalid',
  'stale',
  'deposed',
  'down',
  'absent',
  'degraded',
  'recovering',
  'first_import',
  'drift',
  'drift_acknowledged',
  'disagrees',
  'descendant_asserted',
  'mirror_lagging',
  'unfenced',
  'observed',
  'healthy',
]);
export type ServingVerdict = z.infer<typeof servingVerdict>;

/** One thing that is wrong with a report, or that this reader works out differently. */
export const servingProblem = z.object({ code: z.string(), sentence: z.string() });
export type ServingProblem = z.infer<typeof servingProblem>;

export const servingOperation = z.object({
  state: z.enum(['idle', 'importing', 'failed']),
  candidate: z.string().nullable(),
  generation: count.nullable(),
  /** When it began, or failed. */
  at: instant.nullable(),
  step: z.enum(['build', 'reconcile', 'commit', 'validate', 'mirror', 'held_for_mirror']).nullable(),
  /** From 0 to 1; null where none is told. */
  progress: z.number().nullable(),
  error: z.object({ kind: z.string(), message: z.string().nullable() }).nullable(),
});
export type ServingOperation = z.infer<typeof servingOperation>;

/** Whether the report speaks of now. `unknown`: its age cannot be told. */
export const servingConfidence = z.enum(['fresh', 'stale', 'unknown', 'none']);

/** An admin's word that something is gone for good. */
export const retired = z.object({ at: instant, actor: z.string(), reason: z.string() });

export const replicaRow = z.object({
  env: servingEnv,
  set: servingSetId,
  lineage: lineageSegment,
  replica: replicaId,
  verdict: servingVerdict,
  /** The verdict and what it rests on. */
  sentence: z.string(),
  problems: z.array(servingProblem),
  /** Null where no report can be believed. */
  operation: servingOperation.nullable(),
  confidence: servingConfidence,
  /** When the report was made; null where there is none. */
  reportedAt: instant.nullable(),
  /** From here on it is stale, unless a newer one comes; null where nothing was fresh. */
  freshUntil: instant.nullable(),
  /** What the report says is served; null: nothing, or nobody knows. */
  servingVersion: versionString.nullable(),
  pinned: z.boolean(),
  cleanVersion: versionString.nullable(),
  observedHead: versionString.nullable(),
  activeImport: z.string().nullable(),
  /** The dataset of a configured lake that it serves. */
  dataset: z.object({ lake: lakeId, id: datasetId }).nullable(),
  datasetUri: z.string().nullable(),
  /** An admin stated that it is gone for good: it holds no version any more. */
  retired: retired.nullable(),
});
export type ReplicaRow = z.infer<typeof replicaRow>;

export const servingSet = z.object({
  env: servingEnv,
  set: servingSetId,
  /** Of its worst replica that is not retired; null where all are. */
  verdict: servingVerdict.nullable(),
  worst: z.object({ lineage: lineageSegment, replica: replicaId }).nullable(),
  replicas: z.array(replicaRow),
});
export type ServingSet = z.infer<typeof servingSet>;

/** An address whose answer names no replica of this environment. */
export const servingAddress = z.object({
  env: servingEnv,
  url: z.string(),
  verdict: z.enum(['unreadable', 'invalid', 'observed', 'misplaced']),
  sentence: z.string(),
  /** Nothing is told there at all: until it answers, or an admin gives it up, it keeps every version of all datasets. */
  silent: z.boolean(),
  retired: retired.nullable(),
  /** From the older report, which names no set. */
  observed: z
    .object({
      active: z.string().nullable(),
      previous: z.string().nullable(),
      operation: servingOperation,
      contentPresent: z.boolean(),
      currentBytes: count.nullable(),
      maxBytes: count.nullable(),
      max: z.enum(['bounded', 'unlimited_or_unreadable', 'unknown']),
      note: z.string().nullable(),
    })
    .nullable(),
});
export type ServingAddress = z.infer<typeof servingAddress>;

export const servingEnvironment = z.object({
  env: servingEnv,
  lake: lakeId,
  /** The prefix that is listed, as an address; null: only addresses are asked. */
  uri: z.string().nullable(),
  addresses: count,
  lookedAt: instant.nullable(),
  /** Why the newest look at the prefix did not end; what stands here is then the one before. */
  problem: z.string().nullable(),
});
export type ServingEnvironment = z.infer<typeof servingEnvironment>;

export const servingReply = replyOf({
  environments: z.array(servingEnvironment),
  sets: z.array(servingSet),
  addresses: z.array(servingAddress),
});
export type ServingReply = z.infer<typeof servingReply>;
