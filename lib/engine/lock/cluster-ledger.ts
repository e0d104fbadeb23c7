/**
 * The facts of a cluster's `state.json` that a page shows beside its lock (cluster-lock.md, J.1, J.2, J.5, J.6): revision,
 * drift, the outstanding deployment. Read leniently, since newer lines add members; nothing is ever decided by them here.
 */
import { z } from 'zod';
import { isVamplateError } from '@/lib/base/errors';
import { isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';

/** A.4: the stock tools read no larger one. */
export const ledgerMaxBytes = 16 * 1024 * 1024;

const whole = z.union([z.number().int().nonnegative(), z.bigint()]).transform((value) => BigInt(value));
const revision = z.union([z.string(), whole.transform(String)]);
const graphState = z.union([
  z.string(),
  z.looseObject({ state: z.string() }).transform(({ state }) => state),
]);

const statusSchema = z.looseObject({
  status: z.string(),
  conditions: z.array(z.string()).default([]),
  message: z.string().nullish(),
});
const observationSchema = z.looseObject({
  kind: z.string(),
  exists: z.boolean().nullish(),
  graph_manifest_version: whole.nullish(),
  manifest_version: whole.nullish(),
  schema_matches_desired: z.boolean().nullish(),
  observed_at: z.string().nullish(),
  error: z.string().nullish(),
});
const ledgerSchema = z.looseObject({
  state_revision: whole.default(0n),
  applied_revision: z
    .looseObject({ config_digest: z.string().nullish(), result_revision: revision.nullish() })
    .nullish(),
  resource_statuses: z.record(z.string(), statusSchema).default({}),
  observations: z.record(z.string(), observationSchema).default({}),
  ledger_id: z.string().nullish(),
  next_sequence: whole.nullish(),
  outstanding: z
    .looseObject({
      id: z.string(),
      input_digest: z.string().nullish(),
      graphs: z.record(z.string(), graphState).default({}),
    })
    .nullish(),
});

export interface ClusterLedger {
  readonly version: 1 | 2;
  readonly stateRevision: bigint;
  /** Set only when everything of that configuration is applied. */
  readonly configDigest: string | null;
  /** v2 only, as is `ledgerId`, `nextSequence`, `outstanding`. */
  readonly resultRevision: string | null;
  readonly ledgerId: string | null;
  readonly nextSequence: bigint | null;
  /** Admits nothing but its own reconciliation: the first thing to know (J.2). */
  readonly outstanding: OutstandingDeployment | null;
  readonly resources: readonly ResourceStatus[];
  readonly graphs: readonly GraphObservation[];
}

export interface OutstandingDeployment {
  readonly id: string;
  readonly inputDigest: string | null;
  /** `not_started`, `started`, `settled`, by graph. */
  readonly graphs: Readonly<Record<string, string>>;
}

export interface ResourceStatus {
  readonly address: string;
  /** `pending planned applying applied drifted blocked error`; an open set. */
  readonly status: string;
  /** J.6, such as `graph_missing` or `payload_mismatch`. */
  readonly conditions: readonly string[];
  readonly message: string | null;
}

export interface GraphObservation {
  readonly address: string;
  /** `graph`, or `tombstone` for a deleted one. */
  readonly kind: string;
  readonly exists: boolean | null;
  readonly manifestVersion: bigint | null;
  readonly schemaMatchesDesired: boolean | null;
  readonly observedAt: string | null;
  readonly error: string | null;
}

export type LedgerContent =
  | { readonly kind: 'found'; readonly ledger: ClusterLedger }
  | { readonly kind: 'unsupported' | 'corrupt'; readonly reason: string };

export function decodeLedger(bytes: Uint8Array): LedgerContent {
  let json: ReturnType<typeof parseExactJsonBytes>;
  try {
    json = parseExactJsonBytes(bytes, { maxLength: ledgerMaxBytes });
  } catch (error) {
    return { kind: 'corrupt', reason: isVamplateError(error) ? error.message : 'not JSON' };
  }
  if (!isJsonObject(json)) return { kind: 'corrupt', reason: 'not a JSON object' };
  const { version } = json;
  if (version !== 1 && version !== 2) {
    return typeof version === 'number'
      ? { kind: 'unsupported', reason: `version ${version} is not supported` }
      : { kind: 'corrupt', reason: '"version" is no number' };
  }
  const parsed = ledgerSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'corrupt', reason: `"${issue?.path.join('.')}": ${issue?.message}` };
  }
  return { kind: 'found', ledger: ledgerOf(version, parsed.data) };
}

function ledgerOf(version: 1 | 2, read: z.infer<typeof ledgerSchema>): ClusterLedger {
  const { outstanding, applied_revision: applied } = read;
  return {
    version,
    stateRevision: read.state_revision,
    configDigest: applied?.config_digest ?? null,
    resultRevision: applied?.result_revision ?? null,
    ledgerId: read.ledger_id ?? null,
    nextSequence: read.next_sequence ?? null,
    outstanding: outstanding
      ? { id: outstanding.id, inputDigest: outstanding.input_digest ?? null, graphs: outstanding.graphs }
      : null,
    resources: Object.entries(read.resource_statuses).map(([address, { status, conditions, message }]) => ({
      ...{ address, status, conditions },
      message: message ?? null,
    })),
    graphs: Object.entries(read.observations).map(([address, one]) => graphOf(address, one)),
  };
}

/** J.5: the older name of the version is read too; two that differ are an error of the record. */
function graphOf(address: string, one: z.infer<typeof observationSchema>): GraphObservation {
  const { graph_manifest_version: version, manifest_version: legacy } = one;
  const differ = version != null && legacy != null && version !== legacy;
  return {
    address,
    kind: one.kind,
    exists: one.exists ?? null,
    manifestVersion: differ ? null : (version ?? legacy ?? null),
    schemaMatchesDesired: one.schema_matches_desired ?? null,
    observedAt: one.observed_at ?? null,
    error: differ ? `two manifest versions are stated: ${version} and ${legacy}` : (one.error ?? null),
  };
}
