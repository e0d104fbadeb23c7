/** Cleanup plans: what an operator asks for, what would go, what stays and why, and how long a sealed plan may be run. */
import { actionReply, reason } from './actions';
import { replyOf } from './meta';
import { branchName, byteCount, count, datasetId, instant, lakeId, versionString } from './primitives';
import { z } from './zod';

/** How many versions and kept versions of a plan a reply lists; it always says how many there are. */
export const maxListed = 1_000;

export const planHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'The hash of a sealed plan.' });

const ageMs = z.number().nonnegative().max(31_557_600_000_000);

/** Filters that must all agree; at least one of age, count, highest version and list of versions is needed. */
export const cleanupPolicy = z.strictObject({
  branch: branchName.default(null),
  /** Only versions older than this. */
  olderThanMs: ageMs.nullable().default(null),
  /** The newest this many stay. */
  retainVersions: z.int().min(1).max(1_000_000_000).nullable().default(null),
  /** Only versions strictly lower. */
  beforeVersion: versionString.nullable().default(null),
  /** Exactly these. */
  versions: z.array(versionString).min(1).max(1_000).nullable().default(null),
  /** Versions under these tags stay; `*` and `?`. */
  keepTags: z.array(z.string().min(1).max(256)).max(100).default([]),
  /** A selected version with another tag stays, or refuses the whole plan as in Lance. */
  taggedVersions: z.enum(['keep', 'refuse']).default('keep'),
  /** Files that no manifest mentions go at once; somebody states that no writer runs. */
  deleteUnverified: z.strictObject({ attestation: reason }).nullable().default(null),
  /** Versions stored more recently than this stay whatever the filters say. */
  youngGuardMs: ageMs.default(3_600_000),
});
export type CleanupPolicyView = z.output<typeof cleanupPolicy>;

export const planSums = z.object({ versions: count, objects: count, bytes: byteCount });
export type PlanSumsView = z.infer<typeof planSums>;

export const keptVersion = z.object({
  version: versionString,
  because: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      standing: z.enum(['active', 'expired', 'abandoned', 'unknown']),
      holder: z.string().nullable(),
      until: instant.nullable(),
      endsWhen: z.string(),
    }),
  ),
});
export type KeptVersionView = z.infer<typeof keptVersion>;

const content = {
  lake: lakeId,
  dataset: datasetId,
  /** The dataset's path below the lake. */
  path: z.string(),
  policy: cleanupPolicy,
  latest: versionString,
  /** `certain`: nothing holds it; `conditional`: only leases that are over; `resume`: begun earlier, to be finished. */
  versions: z.object({
    total: count,
    listed: z.array(
      z.object({ version: versionString, group: z.enum(['certain', 'conditional', 'resume']) }),
    ),
  }),
  objects: z.array(
    z.object({
      class: z.string(),
      because: z.enum(['version', 'unverified']),
      objects: count,
      bytes: byteCount,
    }),
  ),
  kept: z.object({ total: count, listed: z.array(keptVersion) }),
  /** How many versions each kind of reason keeps; one may have several. */
  keptBy: z.array(z.object({ kind: z.string(), versions: count })),
  /** Of what nothing holds; of everything named. */
  predicted: planSums,
  most: planSums,
  requestEstimate: count,
  /** The store's time by which every age was judged. */
  judgedAt: instant,
  observed: z.object({
    requests: count,
    bytes: byteCount,
    versionsListed: count,
    manifestsRead: count,
    objectsListed: count,
    datasetsSearchedForClones: count,
  }),
};

export const planPreview = z.object(content);
export type PlanPreview = z.infer<typeof planPreview>;
export const previewReply = replyOf({ preview: planPreview });

export const sealedPlan = z.object({
  ...content,
  hash: planHash,
  actor: z.string(),
  role: z.string(),
  /** By the store's clock; `unknown` where it states no time: such a plan is not run. */
  sealedAt: instant,
  lapsesAt: instant,
  state: z.enum(['alive', 'lapsed', 'unknown']),
  /** Who started its run; a plan is run once. */
  started: z.object({ actor: z.string(), at: instant }).nullable(),
  approval: z.object({
    /** Whether the configuration asks for a second person. */
    needed: z.boolean(),
    by: z.object({ actor: z.string(), role: z.string(), at: instant }).nullable(),
  }),
});
export const planReply = replyOf({ plan: sealedPlan });
export const planChange = actionReply({ plan: sealedPlan });

/** A sealed plan without its content, as a list shows it. */
export const planRow = z.object({
  lake: lakeId,
  dataset: datasetId,
  path: z.string(),
  hash: planHash,
  actor: z.string(),
  sealedAt: instant,
  lapsesAt: instant,
  /** `run`: somebody has begun its run, and no plan is run twice. */
  state: z.enum(['run', 'alive', 'lapsed', 'unknown']),
});
export type PlanRow = z.infer<typeof planRow>;
export const plansReply = replyOf({ items: z.array(planRow) });

export const previewBody = z.strictObject({ policy: cleanupPolicy });
export const inLake = z.object({ lake: lakeId.optional() });
export const plansQuery = inLake.extend({ dataset: datasetId.optional() });
