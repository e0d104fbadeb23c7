/** Rows of the control state: references, leases, retirement markers, intents; corrupt names are rows like others. */
import { branchQuery } from './datasets';
import { pageOf, pageQuery } from './meta';
import { branchName, byteCount, datasetId, instant, lakeId, versionString } from './primitives';
import { z } from './zod';

/** Where a row lives; on the fleet boards each row carries its dataset. */
const place = { lake: lakeId, dataset: datasetId, datasetName: z.string(), key: z.string() };

/** A file whose name or body does not parse: shown with its bytes, never dropped (section 4.4). */
export const corruptRow = z.object({
  ...place,
  area: z.enum(['lease', 'retirement', 'intent', 'state', 'termination', 'tag', 'branch', 'other']),
  reason: z.string(),
  bytes: byteCount,
  storedAt: instant,
  /** At most 4 KiB, escaped: printable ASCII as is, the rest as \xNN; null when the body was not read. */
  excerpt: z.string().nullable(),
});
export type CorruptRow = z.infer<typeof corruptRow>;

export const referenceRow = z.object({
  ...place,
  kind: z.enum(['tag', 'branch', 'state', 'termination']),
  name: z.string(),
  /** What a lease-aware reader sees (F.8). */
  visibility: z.enum(['visible', 'invisible', 'tombstone', 'unknown']),
  state: z.enum([
    'released',
    'pending',
    'live',
    'legacy',
    'vacant',
    'revoking',
    'deleting',
    'none',
    'unknown',
  ]),
  targetBranch: branchName,
  targetVersion: versionString.nullable(),
  targetStanding: z.enum(['present', 'missing', 'unknown']),
  createdAt: instant.nullable(),
  updatedAt: instant.nullable(),
  /** The store's time of the file; null for a folder. */
  storedAt: instant.nullable(),
  /** Of the file, for changes that must meet it as it was seen; null for a folder. */
  etag: z.string().nullable(),
  generation: z.string().nullable(),
  identifier: z.string().nullable(),
  zombie: z.boolean(),
  /** The branch whose deletion was begun and left, which this row is a trace of; null for every other row. */
  deletionOf: z.string().nullable(),
  legacy: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  unknownKeys: z.array(z.string()),
  /** Bytes that nobody else needs; null until the dataset's storage was counted. */
  exclusiveBytes: byteCount.nullable(),
  problem: z.string().nullable(),
});
export type ReferenceRow = z.infer<typeof referenceRow>;

export const leaseRow = z.object({
  ...place,
  id: z.string(),
  namespace: z.string(),
  branch: branchName,
  version: versionString,
  versionStanding: z.enum(['present', 'missing', 'unknown']),
  createdAt: instant,
  ttlMicros: z.string(),
  /** Creation + ttl + 1 s, by the store's clock (D). */
  expiresAt: instant,
  standing: z.enum(['active', 'expired', 'unknown']),
  /** Null: holder not recorded (D23). */
  holder: z
    .object({ label: z.string(), host: z.string().nullable(), workload: z.string().nullable() })
    .nullable(),
  exclusiveBytes: byteCount.nullable(),
  /** Null unless a released cleaner may delete the version all the same. */
  warning: z.string().nullable(),
});
export type LeaseRow = z.infer<typeof leaseRow>;

export const retirementRow = z.object({
  ...place,
  namespace: z.string(),
  branch: branchName,
  version: versionString,
  markerOperationId: z.string(),
  marker: z.enum(['draining', 'sealed', 'committed']),
  since: instant,
  /** Draining only: when its owner's 15 min + 1 s end. */
  ownedUntil: instant.nullable(),
  standing: z.enum(['in_use', 'stale', 'abandoned', 'waiting', 'unknown']),
  manifests: z.enum(['present', 'missing', 'partly', 'unknown']),
  manifestPaths: z.array(z.string()),
  /** What it does now and what comes next, one sentence. */
  sentence: z.string(),
  problem: z.string().nullable(),
});
export type RetirementRow = z.infer<typeof retirementRow>;

export const intentRow = z.object({
  ...place,
  id: z.string(),
  namespace: z.string(),
  branch: branchName,
  version: versionString,
  mutation: z.enum(['create', 'update', 'unknown']),
  referencePath: z.string().nullable(),
  referenceName: z.string().nullable(),
  state: z.enum(['pending', 'completed']),
  operationId: z.string().nullable(),
  since: instant,
  ownedUntil: instant,
  standing: z.enum(['active', 'expired', 'unknown']),
  sentence: z.string(),
  problem: z.string().nullable(),
});
export type IntentRow = z.infer<typeof intentRow>;

export const referencesReply = pageOf(referenceRow).extend({ corrupt: z.array(corruptRow) });
export const leasesReply = pageOf(leaseRow).extend({ corrupt: z.array(corruptRow) });
export const retirementsReply = pageOf(retirementRow).extend({ corrupt: z.array(corruptRow) });
export const intentsReply = pageOf(intentRow).extend({ corrupt: z.array(corruptRow) });

export const datasetControlQuery = pageQuery.extend(branchQuery.shape).extend({
  kind: z.string().max(64).optional(),
  state: z.string().max(64).optional(),
});
export const fleetControlQuery = pageQuery.extend({
  lake: lakeId.optional(),
  q: z.string().max(256).optional(),
  kind: z.string().max(64).optional(),
  state: z.string().max(64).optional(),
});
