/** A replica's whole report on our wire, with the head decision as it states it and as this reader recomputes it. */
import { replyOf } from './meta';
import { count, instant, lakeId, versionString } from './primitives';
import { recordedStates } from './recorded-states';
import { replicaRow, servingProblem } from './serving';
import { z } from './zod';

const version = versionString.nullable();

const importRef = z
  .object({
    importId: z.string(),
    /** Null: the marker alone, which proves no sameness. */
    identity: z
      .object({
        setId: z.string(),
        family: z.string(),
        layoutAbi: count,
        sourceId: z.string(),
        manifestSha256: z.string(),
        writerAbi: count,
      })
      .nullable(),
  })
  .nullable();
export type ServingImport = z.infer<typeof importRef>;

export const headDecision = z.object({
  kind: z.enum(['serve_head', 'serve_known_descendant', 'checkout_clean', 'replica_incomplete']),
  /** What may be served under it; null: nothing. */
  version,
  provenance: z.enum(['caller_asserted', 'lance_history_verified']).nullable(),
  reason: z.enum(['head_behind_clean', 'clean_version_absent']).nullable(),
});
export type HeadDecisionView = z.infer<typeof headDecision>;

export const headView = z.object({
  stated: headDecision.nullable(),
  /** By this reader, from the facts of the report; null where a fact is missing. */
  derived: headDecision.nullable(),
  /** Of table C.3, 1 to 6. */
  row: z.int().min(1).max(6).nullable(),
  /** Null: cannot be told. */
  agrees: z.boolean().nullable(),
});

/** What the dataset's own history says of a head later than clean (E.6). */
export const headCertainty = z.object({
  of: z.enum(['drift', 'descendant']),
  /** `asserted`: only the replica says so. `contradicted`: the history says otherwise. */
  certainty: z.enum(['proven', 'asserted', 'contradicted', 'unknown']),
  sentence: z.string(),
  /** Null: no history was walked. */
  walk: z
    .object({
      lake: lakeId,
      /** Of the dataset, below the lake. */
      path: z.string(),
      from: versionString,
      to: versionString,
      /** The first few that are maintenance without a gap; `verifiedTotal` counts all. */
      verified: z.array(versionString),
      /** Null: the store gave no whole answer, so nothing was counted. */
      verifiedTotal: count.nullable(),
      /** The version that ended the walk before its end. */
      endedAt: version,
      /** What made that version, where that is what ended it. */
      operation: z.string().nullable(),
      at: instant,
      requests: count,
      bytes: count,
    })
    .nullable(),
});
export type HeadCertaintyView = z.infer<typeof headCertainty>;

const failure = z.object({
  kind: z.string(),
  message: z.string().nullable(),
  candidate: z.string(),
  generation: count,
  at: instant,
});

const seal = z.enum(['verified', 'mismatch', 'missing', 'unchecked']);
const hold = z.enum(['incomplete_inventory', 'grace_period_active', 'no_gc_authority']).nullable();
const inventory = z.enum(['complete', 'partial', 'unknown']).nullable();
const bytes = count.nullable();

export const servingReport = z.object({
  instance: z.string(),
  fence: z.object({
    epoch: count,
    seq: count,
    nextGeneration: count,
    standing: z.enum(['owner', 'deposed', 'read_only', 'unfenced']),
  }),
  publishedAt: instant,
  heartbeatMs: count,
  /** Null where it holds what looks like a credential. */
  datasetUri: z.string().nullable(),
  serving: z
    .object({
      active: z.string(),
      previous: z.string().nullable(),
      activatedAt: instant,
      contentPresent: z.boolean(),
    })
    .nullable(),
  lastFailure: failure.nullable(),
  /** Those on record, the newest first. Null: this report keeps no list. */
  failures: z.array(failure).nullable(),
  /** The most failures a report keeps: with that many, older ones may be gone. */
  failuresKept: count,
  imports: z.object({
    cleanSource: z.enum(['import_seal', 'tag', 'operator']),
    ...{ desired: importRef, active: importRef, previous: importRef, origin: importRef },
  }),
  history: z.object({
    publicationVersion: version,
    cleanVersion: version,
    cleanVersionSource: z.enum(['import_seal', 'tag', 'operator']).nullable(),
    servingVersion: version,
    pinned: z.boolean(),
    observedHead: version,
    observedAt: instant.nullable(),
    /** The newest few; `localTotal` counts all. */
    local: z.array(versionString),
    localTotal: count,
    localTruncated: z.boolean(),
    maintenance: z.object({
      versions: z.array(versionString),
      total: count,
      provenance: z.enum(['caller_asserted', 'lance_history_verified']),
    }),
  }),
  head: headView,
  recovery: z
    .object({
      kind: z.enum(['hydrate_from_mirror', 'serve_available_previous', 'unserviceable']),
      version,
    })
    .nullable(),
  copy: z.object({
    rootLabel: z.string(),
    rootKind: z.enum(['volume', 'ephemeral']),
    rootSource: z.string(),
    declared: z.enum(['volume', 'ephemeral']).nullable(),
    mirror: z.object({
      configured: z.boolean(),
      hasActive: z.boolean().nullable(),
      throughVersion: version,
      state: z.enum(['current', 'lagging', 'unknown', 'not_configured']),
    }),
    activation: z.object({
      volumeRequiresMirror: z.boolean(),
      ephemeralRequiresMirror: z.boolean(),
      verdict: z.enum(['activate', 'activate_mirror_lagging', 'hold_for_mirror']).nullable(),
    }),
  }),
  seals: z.object({ origin: seal, active: seal, checkedAt: instant.nullable() }),
  retention: z.object({
    authority: z.enum(['none', 'lance_native_reachability']),
    hold,
    /** By this reader (C.10). */
    derivedHold: hold,
    graceUntil: instant.nullable(),
    keepVersions: z.array(versionString),
    keepTotal: count,
    inventory: z.object({ active: inventory, previous: inventory }),
    collectable: count,
  }),
  acks: z.array(
    z.object({
      id: z.string(),
      clean: versionString,
      head: versionString,
      reason: z.string(),
      actor: z.string(),
      at: instant,
      expiresAt: instant,
      /** Silences the drift there is now. */
      effective: z.boolean(),
    }),
  ),
  memory: z.object({
    currentBytes: bytes,
    maxBytes: bytes,
    maxState: z.enum(['bounded', 'unlimited', 'unreadable', 'unsupported']).nullable(),
    peakBytes: bytes,
    anonBytes: bytes,
    fileBytes: bytes,
    kernelBytes: bytes,
    slabReclaimableBytes: bytes,
    processRssBytes: bytes,
    phases: z.array(z.object({ phase: z.string(), startedAt: instant, before: bytes, after: bytes })),
    reasons: z.array(z.string()),
  }),
  capabilities: z.array(z.string()),
});
export type ServingReport = z.infer<typeof servingReport>;

export const replicaDetail = z.object({
  ...replicaRow.shape,
  /** Where the report that counts lies. */
  key: z.string().nullable(),
  url: z.string().nullable(),
  /** Null where there is none, or none that can be read. */
  report: servingReport.nullable(),
  /** Null where nothing later than clean is to be explained. */
  headCertainty: headCertainty.nullable(),
  /** Whether the report can be believed; one that contradicts itself is shown and not believed. */
  believed: z.boolean(),
  /** Other reports of the same replica, which do not count. */
  others: z.array(servingProblem),
});
export type ReplicaDetail = z.infer<typeof replicaDetail>;

export const servingReplicaReply = replyOf({ lake: lakeId, replica: replicaDetail });

export const servingSetReply = replyOf({
  lake: lakeId,
  env: replicaRow.shape.env,
  set: replicaRow.shape.set,
  verdict: replicaRow.shape.verdict.nullable(),
  worst: z.object({ lineage: replicaRow.shape.lineage, replica: replicaRow.shape.replica }).nullable(),
  replicas: z.array(replicaDetail),
  /** What status samples say of the set's last day. */
  recorded: recordedStates,
});
export type ServingSetReply = z.infer<typeof servingSetReply>;
