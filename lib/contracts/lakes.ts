/** Lakes, what their stores can do, and the probe that finds out (object-stores.md). */
import { replyOf } from './meta';
import { count, instant, lakeId } from './primitives';
import { z } from './zod';

export const grant = z.enum(['none', 'protect', 'retire']);

export const capability = z.object({
  /** `A1` to `A7` of object-stores.md, or `order`. */
  id: z.string(),
  name: z.string(),
  verdict: z.enum(['yes', 'no', 'unknown']),
  evidence: z.string(),
});
export type Capability = z.infer<typeof capability>;

export const switchedOff = z.object({
  /** For programs: `createTag`. */
  id: z.string(),
  /** `limited`: it works in a lesser way, which `reason` tells. */
  kind: z.enum(['off', 'limited']),
  action: z.string(),
  reason: z.string(),
});

export const capabilityReport = z.object({
  lake: lakeId,
  /** Null when nobody has probed this lake. */
  probedAt: instant.nullable(),
  capabilities: z.array(capability),
  switchedOff: z.array(switchedOff),
});
export type CapabilityReport = z.infer<typeof capabilityReport>;
export const capabilitiesReply = replyOf(capabilityReport.shape);

export const policySource = z.enum(['dataset_override', 'lake', 'auto_cleanup', 'none']);

export const policy = z.object({
  /** Age as written in the configuration or the manifest, e.g. `14days`. */
  olderThan: z.string().nullable(),
  olderThanMs: z.number().nonnegative().nullable(),
  retainVersions: count.nullable(),
  keepTags: z.array(z.string()),
  /** Where it comes from. */
  source: policySource,
});

export const lake = z.object({
  id: lakeId,
  uri: z.string(),
  kind: z.enum(['memory', 'local', 's3']),
  gc: grant,
  state: z.enum(['read', 'reading', 'unreachable']),
  /** What went wrong, in words; null when nothing did. */
  problem: z.string().nullable(),
  lastGoodReadAt: instant.nullable(),
  datasets: count.nullable(),
  requestsLastHour: count,
  requestsPerHourNow: z.number().nonnegative(),
  watchIntervalMs: count,
});
export type Lake = z.infer<typeof lake>;
export const lakesReply = replyOf({ items: z.array(lake) });
