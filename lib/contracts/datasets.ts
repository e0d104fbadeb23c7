/** One dataset in the list, and its identity row with counts per tab. */
import { policy } from './lakes';
import { pageOf, pageQuery, replyOf } from './meta';
import { branchName, byteCount, count, datasetId, instant, lakeId, versionString } from './primitives';
import { z } from './zod';

/** Worst child wins; `unknown` is never green. `ok` means read in full and nothing found. */
export const health = z.enum(['ok', 'attention', 'stop', 'unknown']);
export type Health = z.infer<typeof health>;

export const datasetSummary = z.object({
  lake: lakeId,
  id: datasetId,
  /** Path below the lake; empty for the lake's own root. */
  path: z.string(),
  name: z.string(),
  uri: z.string(),
  state: health,
  /** The worst thing found, one sentence; null when there is none. */
  problem: z.string().nullable(),
  latest: versionString.nullable(),
  latestStoredAt: instant.nullable(),
  rows: count.nullable(),
  bytes: byteCount.nullable(),
  branches: count.nullable(),
  tags: count.nullable(),
  leases: count.nullable(),
  retirements: count.nullable(),
  intents: count.nullable(),
  corrupt: count.nullable(),
});
export type DatasetSummary = z.infer<typeof datasetSummary>;
export const datasetsQuery = pageQuery.extend({
  lake: lakeId.optional(),
  q: z.string().max(256).optional(),
  state: health.optional(),
});
export const datasetsReply = pageOf(datasetSummary);

/** `upTo`: only the latest number is known; `exact`: a full listing counted them. */
export const versionCount = z.object({ kind: z.enum(['up_to', 'exact']), value: versionString });

export const datasetDetail = datasetSummary.extend({
  branch: branchName,
  branchNames: z.array(z.string()),
  namingScheme: z.enum(['v1', 'v2', 'mixed', 'unknown']),
  versionCount,
  /** Numbers missing between the lowest and the latest; null until a full listing counted. */
  holes: count.nullable(),
  detached: count.nullable(),
  policy,
  /** The `lance.auto_cleanup.*` keys in force, as the latest manifest states them. */
  autoCleanup: z.record(z.string(), z.string()),
  writer: z.string().nullable(),
  writerFlags: z.array(z.string()),
  readOnly: z
    .array(z.string())
    .meta({ description: 'Why references or cleanup are read-only here; empty when not.' }),
  /** Why no tag can be created here, and why none can be moved or deleted, as the store was proven; null when nothing forbids it. */
  tagging: z.object({ create: z.string().nullable(), change: z.string().nullable() }),
  dataFormat: z.string().nullable(),
  fragments: count.nullable(),
  indices: count.nullable(),
  /** Unguarded: a released cleaner may delete what only lease-aware reasons keep. */
  releasedWriter: z.boolean().nullable(),
  damage: z.array(z.string()),
});
export type DatasetDetail = z.infer<typeof datasetDetail>;
export const datasetReply = replyOf(datasetDetail.shape);
export const branchQuery = z.object({ branch: z.string().min(1).max(1024).optional() });
