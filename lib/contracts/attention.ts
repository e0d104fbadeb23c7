/** What needs an operator now: worst first, then what changes soonest. */
import { replyOf } from './meta';
import { byteCount, count, datasetId, instant, lakeId, versionString } from './primitives';
import { storageReason } from './storage';
import { z } from './zod';

export const attentionKinds = [
  'lake_unreachable',
  'dataset_damaged',
  'abandoned_seal',
  'committed_unfinished',
  'corrupt_control',
  'stale_drain',
  'expired_intent',
  'lease_unguarded',
  'lease_without_version',
  'dangling_tag',
  'zombie_branch',
  'foreign_root',
  'external_commits',
  'cleanup_blocked',
  'not_read',
  'lock_two_owners',
  'lock_unusable',
  'lock_silent',
  'lock_claimed',
  'lock_unknown',
  'serving_down',
  'serving_unwell',
  'serving_unknown',
] as const;
export const attentionKind = z.enum(attentionKinds);
export type AttentionKind = z.infer<typeof attentionKind>;

export const attentionItem = z.object({
  kind: attentionKind,
  severity: z.enum(['stop', 'attention', 'unknown']),
  lake: lakeId,
  dataset: datasetId.nullable(),
  /** Object name for people. */
  object: z.string(),
  /** Second line of the object: a version, a count. */
  detail: z.string(),
  version: versionString.nullable(),
  problem: z.string(),
  evidence: z.string(),
  since: instant.nullable(),
  /** Where to look at it: path within the console. */
  href: z.string(),
  /** The link's words, naming the object looked at. */
  action: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const fleetCounts = z.object({
  datasets: count,
  datasetsUnread: count,
  activeLeases: count,
  leasesEndingSoon: count,
  openRetirements: count,
  abandonedRetirements: count,
  intents: count,
  expiredIntents: count,
  tags: count,
  branches: count,
  corrupt: count,
});
export const attentionReply = replyOf({
  items: z.array(attentionItem),
  counts: fleetCounts,
  /** Sums over datasets whose storage was counted; `counted` of `datasets`. */
  storage: z.object({
    counted: count,
    totalBytes: byteCount,
    byReason: z.array(z.object({ reason: storageReason, bytes: byteCount })),
    oldestReadAt: instant.nullable(),
  }),
});
export type AttentionReply = z.infer<typeof attentionReply>;
