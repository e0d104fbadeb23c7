/** What one process knows of itself, the report it makes of that, and what its successor takes over from a report (E.3, H). */
import { type decideHead, recoverBehind, servedBy } from './head-rules';
import type { ImportIdentity } from './identity-rules';
import { type ImportId, importIdOf } from './import-id-rules';
import { type Lifecycle, type Operation, restartLifecycle, type ServingPair } from './lifecycle-rules';
import { type Lineage, lineageKey } from './lineage-rules';
import { derivedHold, headFactsOf } from './report-rules';
import {
  mostFailures,
  type ReportHistory,
  type ReportImport,
  reportSchemaName,
  type StatusReport,
} from './report-schema';
import type { ServingRules } from './serving-rules';

/** Facts that the serving process observes; what follows from them is decided here and not told. */
export interface Observations {
  readonly history: Omit<ReportHistory, 'decision' | 'recovery' | 'serving_version'>;
  /** Sealed versions that can be checked out here, for a replica that is behind (C.4). */
  readonly sealedHere: readonly number[];
  readonly replica: StatusReport['clocks']['replica'];
  readonly seals: StatusReport['seals'];
  /** Of the lineage, as its origin seal says; null where none can be read. Absent: the first import activated here. */
  readonly origin?: ReportImport | null;
  readonly retention: Omit<StatusReport['retention'], 'hold'>;
  /** Whether content is open and answers queries. */
  readonly contentPresent: boolean;
}

export type ImportStep = Extract<StatusReport['operation'], { state: 'importing' }>['step'];

type Failure = StatusReport['failures'][number];

export interface ReplicaState {
  readonly lifecycle: Lifecycle;
  readonly imports: {
    readonly desired: ReportImport | null;
    readonly active: ReportImport | null;
    readonly previous: ReportImport | null;
    readonly origin: ReportImport | null;
  };
  /** RFC 3339, as everything told here. */
  readonly activatedAt: string | null;
  /** When the operation got into its state. */
  readonly operationAt: string;
  readonly step: ImportStep;
  readonly progress: number | null;
  readonly lastFailure: Failure | null;
  /** The newest first, the last one among them; lasts over restarts, and never longer than `mostFailures`. */
  readonly failures: readonly Failure[];
  readonly acks: StatusReport['acks'];
  readonly memory: StatusReport['memory'];
  /** What operators asked to keep; null while nobody did. Lasts over restarts, and only ever adds to what is observed. */
  readonly retentionWish: RetentionWish | null;
  readonly observed: Observations;
}

export interface RetentionWish {
  readonly graceUntil: string;
  readonly keepVersions: readonly number[];
}

/** What never changes while a process runs. */
export interface ReplicaIdentity {
  readonly env: string;
  readonly replicaId: string;
  readonly instanceId: string;
  readonly lineage: Lineage;
  /** Without credentials. */
  readonly datasetUri: string;
  /** Seconds, at least 5. */
  readonly heartbeatS: number;
  readonly cleanSource: ReportHistory['clean_version_source'];
  readonly capabilities: readonly string[];
}

export function composeReport(
  identity: ReplicaIdentity,
  state: ReplicaState,
  fence: Omit<StatusReport['fence'], 'next_generation'>,
  publishedAt: string,
  rules: Pick<ServingRules, 'decideHead'>,
): StatusReport {
  const { lineage } = identity;
  const { lifecycle, imports, observed } = state;
  const retention = { ...wishedRetention(state), hold: null };
  const origin = observed.origin === undefined ? imports.origin : observed.origin;
  return {
    schema: reportSchemaName,
    env: identity.env,
    replica_id: identity.replicaId,
    instance_id: identity.instanceId,
    fence: { ...fence, next_generation: lifecycle.nextGeneration },
    published_at: publishedAt,
    heartbeat_s: identity.heartbeatS,
    lineage: {
      ...{ set_id: lineage.setId, family: lineage.family, layout_abi: lineage.layoutAbi },
      ...{ key: lineageKey(lineage), dataset_uri: identity.datasetUri },
    },
    serving: servingOf(state, publishedAt),
    operation: operationOf(state),
    last_failure: state.lastFailure,
    failures: [...state.failures],
    clocks: {
      import: {
        marker_recipe: 'fnv1a64/1',
        clean_source: identity.cleanSource ?? 'import_seal',
        ...imports,
        origin,
      },
      history: historyOf(observed, rules),
      replica: observed.replica,
    },
    seals: observed.seals,
    retention: { ...retention, hold: derivedHold({ retention, published_at: publishedAt }) },
    acks: [...state.acks],
    memory: state.memory,
    capabilities: [...identity.capabilities],
  };
}

/** The later end, and all that anybody wants kept. */
function wishedRetention({ observed, retentionWish }: ReplicaState): Observations['retention'] {
  const { retention } = observed;
  if (retentionWish === null) return retention;
  const { graceUntil, keepVersions } = retentionWish;
  const later = [retention.grace_until ?? graceUntil, graceUntil].sort(
    (a, b) => Date.parse(b) - Date.parse(a),
  );
  return {
    ...retention,
    grace_until: later[0] ?? graceUntil,
    keep_versions: [...new Set([...retention.keep_versions, ...keepVersions])].sort((a, b) => a - b),
  };
}

function servingOf(state: ReplicaState, publishedAt: string): StatusReport['serving'] {
  const { serving } = state.lifecycle;
  if (serving === null) return null;
  const { active, previous } = serving;
  const activated_at = state.activatedAt ?? publishedAt;
  return { active, previous, activated_at, content_present: state.observed.contentPresent };
}

function operationOf({ lifecycle, operationAt, step, progress }: ReplicaState): StatusReport['operation'] {
  const { operation } = lifecycle;
  if (operation.state === 'idle') return operation;
  if (operation.state === 'importing') return { ...operation, started_at: operationAt, step, progress };
  return { ...operation, failed_at: operationAt };
}

function historyOf(observed: Observations, rules: Pick<ServingRules, 'decideHead'>): ReportHistory {
  const { history, sealedHere, replica, contentPresent } = observed;
  const facts = headFactsOf(history);
  if (facts === null) return { ...history, decision: null, recovery: null, serving_version: null };
  const decision = rules.decideHead(facts);
  const behind =
    decision.kind === 'replica_incomplete'
      ? recoverBehind(facts.clean, sealedHere.map(BigInt), mirrorHasClean(replica.mirror, facts.clean))
      : null;
  const older = behind?.kind === 'serve_available_previous' ? behind.version : null;
  const serves = servedBy(decision) ?? (older === null ? null : { version: older, pinnedToClean: true });
  return {
    ...history,
    decision: wire(decision),
    recovery: behind === null ? null : wire(behind),
    serving_version:
      serves === null || !contentPresent
        ? null
        : { version: Number(serves.version), pinned_to_clean: serves.pinnedToClean },
  };
}

function mirrorHasClean(mirror: Observations['replica']['mirror'], clean: bigint): boolean {
  return mirror.mirrored_through_version !== null && BigInt(mirror.mirrored_through_version) >= clean;
}

type Wire<T> = T extends unknown ? { [K in keyof T]: T[K] extends bigint ? number : T[K] } : never;

/** Versions came from JSON numbers and go back to them. */
function wire<T extends ReturnType<typeof decideHead> | ReturnType<typeof recoverBehind>>(value: T): Wire<T> {
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([field, one]) => [field, typeof one === 'bigint' ? Number(one) : one]),
  ) as Wire<T>;
}

export function reportImport(identity: ImportIdentity): ReportImport {
  const { lineage, sourceId, manifestSha256, writerAbi } = identity;
  return {
    import_id: importIdOf(identity),
    identity: {
      ...{ layout_abi: lineage.layoutAbi, set_id: lineage.setId, family: lineage.family },
      ...{ source_id: sourceId, manifest_sha256: manifestSha256, writer_abi: writerAbi },
    },
  };
}

type Ack = StatusReport['acks'][number];
/** Acknowledgements kept; only those of one pair count at a time, and a report has its largest size. */
const mostAcks = 50;

/** Those that have ended go, and of more than are kept the oldest. */
export function withAck(acks: readonly Ack[], ack: Ack, now: string): Ack[] {
  const standing = acks.filter(
    ({ id, expires_at }) => id !== ack.id && Date.parse(expires_at) > Date.parse(now),
  );
  return [...standing, ack].slice(-mostAcks);
}

/**
 * What a new process takes over; null when what is stored is of a later epoch than its own claim (H). What is served and
 * sealed, failures and acknowledgements last; whether anything is here and open is its own to observe, and an import in
 * flight was interrupted.
 */
export function takeOver(
  fresh: ReplicaState,
  stored: StatusReport | null,
  ownEpoch: number,
  now: string,
): ReplicaState | null {
  if (stored === null) return fresh;
  const restarted = restartLifecycle(lifecycleOf(stored), stored.fence.epoch, ownEpoch);
  if (restarted === null) return null;
  const { lifecycle, interrupted } = restarted;
  const { desired, active, previous, origin } = stored.clocks.import;
  const { publication_version, clean_version, clean_version_source } = stored.clocks.history;
  const taken: ReplicaState = {
    ...fresh,
    lifecycle,
    imports: { desired, active, previous, origin },
    activatedAt: stored.serving?.activated_at ?? null,
    operationAt: now,
    lastFailure: stored.last_failure,
    failures: knownFailures(stored),
    acks: stored.acks,
    retentionWish: storedWish(stored.retention),
    observed: {
      ...fresh.observed,
      history: {
        ...fresh.observed.history,
        ...{ publication_version, clean_version, clean_version_source },
      },
      retention: { ...fresh.observed.retention, keep_versions: stored.retention.keep_versions },
    },
  };
  return interrupted === null
    ? taken
    : withFailure(taken, { ...interrupted, at: now, kind: 'interrupted', message: null });
}

export function withFailure(state: ReplicaState, failure: Failure): ReplicaState {
  return {
    ...state,
    lastFailure: failure,
    failures: [failure, ...state.failures].slice(0, mostFailures),
  };
}

/** A report that keeps no list still names its last one. */
function knownFailures({ failures, last_failure }: StatusReport): readonly Failure[] {
  return failures.length === 0 && last_failure !== null ? [last_failure] : failures;
}

/** A report does not tell a wish from an observation: what it says is kept on, which only keeps more. */
function storedWish({ grace_until, keep_versions }: StatusReport['retention']): RetentionWish | null {
  return grace_until === null ? null : { graceUntil: grace_until, keepVersions: keep_versions };
}

/** The report's ids are in their form by its schema. */
function lifecycleOf({ serving, operation, fence }: StatusReport): Lifecycle {
  const pair = serving === null ? null : { active: serving.active, previous: serving.previous };
  return {
    serving: pair as ServingPair | null,
    operation: storedOperation(operation),
    nextGeneration: fence.next_generation,
  };
}

function storedOperation(operation: StatusReport['operation']): Operation {
  if (operation.state === 'idle') return operation;
  const candidate = operation.candidate as ImportId;
  const { generation } = operation;
  if (operation.state === 'importing') return { state: 'importing', candidate, generation };
  return { state: 'failed', candidate, generation, error: operation.error };
}
