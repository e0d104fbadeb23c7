/** Versions, newest first: what a listing tells at once, and what reading the manifest adds. */
import { branchQuery } from './datasets';
import { pageOf, pageQuery, replyOf } from './meta';
import { branchName, byteCount, count, instant, versionString } from './primitives';
import { earliestReclaim, protection, verdict } from './protection';
import { z } from './zod';

export const versionRow = z.object({
  version: versionString,
  branch: branchName,
  detached: z.boolean(),
  /** The store's time of the manifest object. */
  storedAt: instant,
  manifestBytes: byteCount,
  protections: z.array(protection),
  verdict,
  /** Kept only by lease-aware reasons while a released cleaner may come by (section 5.1). */
  atRisk: z.boolean(),
  /** The earliest instant a cleanup under the policy could take it; null when never or not known. */
  earliestReclaimAt: instant.nullable(),
  /** The same with its reason; `estimated` until the manifest is read. */
  earliestReclaim,
  /** Whether the manifest has been read; the fields below are null before. */
  read: z.enum(['not_yet', 'read', 'failed']),
  problem: z.string().nullable(),
  /** The manifest's own time. */
  committedAt: instant.nullable(),
  operation: z.string().nullable(),
  rows: count.nullable(),
  fragments: count.nullable(),
  dataFiles: count.nullable(),
  /** Bytes of the data files this version lists; null when not read or when a file's size is not recorded. */
  bytes: byteCount.nullable(),
});
export type VersionRow = z.infer<typeof versionRow>;
export const versionsQuery = pageQuery.extend(branchQuery.shape).extend({
  /** Filters by verdict or by a kind of protection; counted over what has been listed. */
  kept: z.string().max(64).optional(),
});
export const versionsReply = pageOf(versionRow);

export const versionDetail = versionRow.extend({
  manifestKey: z.string(),
  etag: z.string(),
  writer: z.string().nullable(),
  deletedRows: count.nullable(),
  readVersion: versionString.nullable(),
  transactionFile: z.string().nullable(),
  dataFormat: z.string().nullable(),
  readerFlags: z.array(z.string()),
  writerFlags: z.array(z.string()),
  basePaths: z.array(
    z.object({ id: count, name: z.string().nullable(), path: z.string(), isDatasetRoot: z.boolean() }),
  ),
  config: z.record(z.string(), z.string()),
  indices: z.array(z.object({ name: z.string(), uuid: z.string(), bytes: byteCount.nullable() })),
  unknownFields: z.array(z.string()),
  /** Bytes only this version needs; null until the dataset's storage was counted. */
  exclusiveBytes: byteCount.nullable(),
});
export type VersionDetail = z.infer<typeof versionDetail>;
export const versionReply = replyOf(versionDetail.shape);

/** The ribbon's picture of the whole history: at most 1,000 marks, older versions binned. */
export const ribbonBin = z.object({
  from: versionString,
  to: versionString,
  count,
  latest: count,
  held: count,
  policy: count,
  reclaimable: count,
  unknown: count,
  /** Null when the bin holds more than one version or its manifest is not read. */
  operation: z.string().nullable(),
  storedFrom: instant.nullable(),
  storedTo: instant.nullable(),
});
export type RibbonBin = z.infer<typeof ribbonBin>;
export const ribbonMark = z.object({
  lane: z.enum(['tags', 'branches', 'leases', 'intents', 'retirement']),
  version: versionString,
  subject: z.string(),
  state: z.string(),
  standing: z.enum(['active', 'expired', 'abandoned', 'unknown']),
  until: instant.nullable(),
  since: instant.nullable(),
  /** Marks folded into this one. */
  count,
});
export type RibbonMark = z.infer<typeof ribbonMark>;
export const ribbonQuery = branchQuery.extend({
  span: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export const ribbonReply = replyOf({
  bins: z.array(ribbonBin),
  marks: z.array(ribbonMark),
  /** Versions older than the first bin that were not listed; null when everything was. */
  notListedBelow: versionString.nullable(),
  /** The oldest version the policy window keeps; null without a policy. */
  policyHorizon: versionString.nullable(),
});
export type RibbonReply = z.infer<typeof ribbonReply>;
