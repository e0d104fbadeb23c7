/** Storage by class and by reason, what each holder costs, and why the next cleanup would free what it frees. */
import { policySource } from './lakes';
import { replyOf } from './meta';
import { branchName, byteCount, count, instant, versionString } from './primitives';
import { z } from './zod';

export const storageReasons = [
  'live',
  'tag',
  'lease',
  'branch',
  'protocol',
  'policy',
  'reclaimable',
  'unverified',
  'orphaned',
  'foreign',
  'unknown',
] as const;
export const storageReason = z.enum(storageReasons);
export type StorageReason = z.infer<typeof storageReason>;

export const storageClass = z.enum([
  'data',
  'blob',
  'deletion',
  'index',
  'manifest',
  'transaction',
  'control',
  'branch',
  'other',
]);

export const storageSlice = z.object({ bytes: byteCount, objects: count });

export const holderCost = z.object({
  kind: z.enum(['tag', 'lease', 'branch']),
  subject: z.string(),
  version: versionString,
  branch: branchName,
  /** Bytes that only this holder keeps from being reclaimable; null while some version's needs are unknown. */
  exclusiveBytes: byteCount.nullable(),
  since: instant.nullable(),
});
export type HolderCost = z.infer<typeof holderCost>;

export const nextCleanup = z.object({
  /** The `lance.auto_cleanup.*` in force, as written. */
  autoCleanup: z.record(z.string(), z.string()),
  policySource,
  selected: count.nullable(),
  kept: count.nullable(),
  freesBytes: byteCount.nullable(),
  /** The first thing that stops it. */
  verdict: z.enum([
    'frees',
    'nothing_selected',
    'old_tag_fails',
    'held',
    'guard_7_days',
    'no_policy',
    'refuses',
    'unknown',
  ]),
  sentence: z.string(),
  steps: z.array(z.object({ step: z.string(), result: z.string(), stops: z.boolean() })),
});

export const storageReport = z.object({
  branch: branchName,
  totalBytes: byteCount,
  totalObjects: count,
  byReason: z.array(storageSlice.extend({ reason: storageReason })),
  byClass: z.array(storageSlice.extend({ class: storageClass })),
  holders: z.array(holderCost),
  /** Needed objects that are not there, at most 1,000; `missingCount` says how many. */
  missing: z.array(z.object({ key: z.string(), neededBy: versionString })),
  missingCount: count,
  /** Versions whose needs are not known: while there are any, nothing is called reclaimable. */
  unreadVersions: count,
  nextCleanup,
});
export type StorageReport = z.infer<typeof storageReport>;
export const storageReply = replyOf(storageReport.shape);
