/** The document in which a replica says what it serves: `lance-serving-status/1`, field by field as on the wire (E.3). */
import { z } from 'zod';
import { failureKinds } from './lifecycle-rules';

export const reportSchemaName = 'lance-serving-status/1';
/** Largest report read or written, in bytes. */
export const reportMaxBytes = 1024 * 1024;

const name = z.string().regex(/^[a-z0-9-]{1,64}$/);
const text = z.string().max(2_000);
const importId = z.string().regex(/^[0-9a-f]{16}$/);
/** Above 2^53-1 no number of JSON is exact, and detached versions lie far above: both are refused. */
const version = z.int().min(1);
const count = z.int().min(0);
const u32 = z.int().min(0).max(0xffff_ffff);
/** RFC 3339, UTC. */
const instant = z.iso.datetime();

/** A field that is missing says as little as null. */
function known<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? null);
}

const failure = z.object({ kind: z.enum(failureKinds), message: known(text) });
const pastFailure = failure.extend({ candidate: importId, generation: count, at: instant });
/** Most failures kept in a report. */
export const mostFailures = 20;

const operation = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({
    state: z.literal('importing'),
    candidate: importId,
    generation: count,
    started_at: instant,
    step: z.enum(['build', 'reconcile', 'commit', 'validate', 'mirror', 'held_for_mirror']),
    /** From 0 to 1. */
    progress: known(z.number().min(0).max(1)),
  }),
  z.object({
    state: z.literal('failed'),
    candidate: importId,
    generation: count,
    failed_at: instant,
    error: failure,
  }),
]);

const identity = z.object({
  layout_abi: u32,
  set_id: z.string(),
  family: z.string(),
  source_id: z.string(),
  manifest_sha256: z.string(),
  writer_abi: u32,
});
const importRef = z.object({ import_id: importId, identity: known(identity) });

const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serve_head'), version }),
  z.object({
    kind: z.literal('serve_known_descendant'),
    version,
    provenance: z.enum(['caller_asserted', 'lance_history_verified']),
  }),
  z.object({ kind: z.literal('checkout_clean'), clean: version, head: version }),
  z.object({
    kind: z.literal('replica_incomplete'),
    clean: version,
    head: version,
    reason: z.enum(['head_behind_clean', 'clean_version_absent']),
  }),
]);
const recovery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hydrate_from_mirror'), want: version }),
  z.object({ kind: z.literal('serve_available_previous'), version }),
  z.object({ kind: z.literal('unserviceable') }),
]);

const cleanSource = z.enum(['import_seal', 'tag', 'operator']);
const history = z.object({
  /** Null after a reconciled retry: only a search of the history finds it again. */
  publication_version: known(version),
  clean_version: known(version),
  clean_version_source: known(cleanSource),
  serving_version: known(z.object({ version, pinned_to_clean: z.boolean() })),
  observed_head: known(version),
  observed_at: known(instant),
  locally_available: z.array(version).max(10_000),
  locally_available_truncated: z.boolean().default(false),
  known_maintenance: z.object({
    versions: z.array(version).max(10_000),
    provenance: z.enum(['caller_asserted', 'lance_history_verified']),
  }),
  decision: known(decision),
  recovery: known(recovery),
});

const replica = z.object({
  /** Never a path of the host. */
  root: z.object({
    path_label: text,
    kind: z.enum(['volume', 'ephemeral']),
    source: text,
    declared_durability: known(z.enum(['volume', 'ephemeral'])),
  }),
  mirror: z.object({
    configured: z.boolean(),
    has_active: known(z.boolean()),
    mirrored_through_version: known(version),
    state: z.enum(['current', 'lagging', 'unknown', 'not_configured']),
  }),
  activation: z.object({
    policy: z.object({ volume_requires_mirror: z.boolean(), ephemeral_requires_mirror: z.boolean() }),
    verdict: known(z.enum(['activate', 'activate_mirror_lagging', 'hold_for_mirror'])),
  }),
});

const sealResult = z.enum(['verified', 'mismatch', 'missing', 'unchecked']);
const inventory = z.enum(['complete', 'partial', 'unknown']);
const retention = z.object({
  authority: z.enum(['none', 'lance_native_reachability']),
  hold: known(z.enum(['incomplete_inventory', 'grace_period_active', 'no_gc_authority'])),
  grace_until: known(instant),
  keep_versions: z.array(version).max(10_000),
  inventory: z.object({ active: known(inventory), previous: known(inventory) }),
  collectable_count: count,
});

const bytes = known(count);
const memory = z.object({
  current_bytes: bytes,
  max_bytes: bytes,
  max_state: known(z.enum(['bounded', 'unlimited', 'unreadable', 'unsupported'])),
  ...{ peak_bytes: bytes, anon_bytes: bytes, file_bytes: bytes, kernel_bytes: bytes },
  ...{ slab_reclaimable_bytes: bytes, process_rss_bytes: bytes },
  phase_deltas: z
    .array(z.object({ phase: text, started_at: instant, before: bytes, after: bytes }))
    .max(1_000)
    .default([]),
  /** Why a field is null. */
  reasons: z.array(text).max(20).default([]),
});

export const reportSchema = z.object({
  schema: z.literal(reportSchemaName),
  env: name,
  replica_id: name,
  /** Random for each start of a process. */
  instance_id: z.string().min(1).max(64),
  fence: z.object({
    epoch: z.int().min(1),
    seq: z.int().min(1),
    next_generation: z.int().min(1),
    /** What the writer knows of its own right to write; a report without it claims to own its place. */
    standing: z.enum(['owner', 'deposed', 'read_only', 'unfenced']).default('owner'),
    /**
     * Of a claim where reports are never replaced: the name it was composed upon, without its ending; null for none.
     * Absent in everything else.
     */
    upon: z
      .string()
      .regex(/^\d{10}-\d{10}$/)
      .nullable()
      .optional(),
  }),
  published_at: instant,
  heartbeat_s: z.int().min(5),
  lineage: z.object({ set_id: name, family: name, layout_abi: u32, key: z.string(), dataset_uri: text }),
  serving: known(
    z.object({
      active: importId,
      previous: known(importId),
      activated_at: instant,
      content_present: z.boolean(),
    }),
  ),
  operation,
  /** Survives success and restart. */
  last_failure: known(pastFailure),
  /** Those before it too, the newest first. Beyond the schema of E.3: a report without it keeps no list. */
  failures: z.array(pastFailure).max(mostFailures).default([]),
  clocks: z.object({
    import: z.object({
      marker_recipe: z.literal('fnv1a64/1'),
      clean_source: cleanSource,
      ...{ desired: known(importRef), active: known(importRef) },
      ...{ previous: known(importRef), origin: known(importRef) },
    }),
    history,
    replica,
  }),
  seals: z.object({ origin: sealResult, active: sealResult, checked_at: known(instant) }),
  retention,
  acks: z
    .array(
      z.object({
        ...{ id: text, clean: version, head: version, reason: text, actor_label: text },
        ...{ at: instant, expires_at: instant },
      }),
    )
    .max(1_000),
  memory,
  /** Names of section F: nothing else may be offered. */
  capabilities: z.array(z.string().max(64)).max(64),
});

export type StatusReport = z.infer<typeof reportSchema>;
export type ReportHistory = StatusReport['clocks']['history'];
export type ReportImport = NonNullable<StatusReport['clocks']['import']['active']>;
