/** Whether a report may be believed: each thing that is wrong with one has a verdict of its own (E.3, G.5 74 to 78). */
import { z } from 'zod';
import { parseExactJsonBytes } from '@/lib/base/exact-json';
import {
  type BehindRecovery,
  closedAbove,
  decideHead,
  type HeadDecision,
  type HeadFacts,
  servedBy,
} from './head-rules';
import { type ImportIdentity, parseManifestSha256, parseSourceId } from './identity-rules';
import { importIdOf } from './import-id-rules';
import { type Lineage, lineageKey, parseFamily, parseSetId, sameLineage } from './lineage-rules';
import { describeProblem, type Parsed, parsed } from './parsed-rules';
import { type ReportHistory, type ReportImport, reportSchema, type StatusReport } from './report-schema';
import { type RetentionHold, retentionHold } from './retention-rules';

/** Contradictions inside a report: none of it is to be believed. */
export type ReportProblem =
  | { readonly kind: 'import_id_mismatch'; readonly clock: ImportClock; readonly derived: string }
  | { readonly kind: 'identity_malformed'; readonly clock: ImportClock; readonly because: string }
  | { readonly kind: 'identity_of_another_lineage'; readonly clock: ImportClock }
  /** The serving pair and the import clock name different imports. */
  | { readonly kind: 'serving_and_clock_differ'; readonly clock: ImportClock }
  | { readonly kind: 'previous_is_active' }
  | { readonly kind: 'collectable_without_authority' }
  | { readonly kind: 'generation_not_persisted'; readonly generation: number }
  | { readonly kind: 'lineage_key_mismatch'; readonly derived: string }
  | { readonly kind: 'uri_with_credentials' }
  /** It lies where another replica's report belongs. */
  | { readonly kind: 'wrong_place' };

/** What the reader works out differently from a report that is sound in itself. */
export type ReportFinding =
  | {
      readonly kind: 'head_decision_disagrees';
      readonly stated: HeadDecision | null;
      readonly derived: HeadDecision | null;
    }
  /** Facts are missing that would tell. */
  | { readonly kind: 'head_decision_unverifiable' }
  /** It recovers to a version that C.4 does not lead to. */
  | { readonly kind: 'recovery_disagrees'; readonly clean: bigint }
  | { readonly kind: 'serving_version_disagrees'; readonly derived: bigint | null }
  | { readonly kind: 'retention_hold_disagrees'; readonly derived: RetentionHold | null };

export type ReportReading =
  | {
      readonly kind: 'unreadable';
      /** `no_answer`: of an address where nothing answered at all; `unavailable`: something did, without a report. */
      readonly because:
        | 'too_large'
        | 'not_json'
        | 'unknown_schema'
        | 'not_in_form'
        | 'unavailable'
        | 'no_answer';
      readonly detail: string;
      /** Of the stored object that could not be read, so that it can be told from another one. */
      readonly etag?: string;
    }
  | {
      readonly kind: 'invalid';
      readonly report: StatusReport;
      readonly problems: readonly ReportProblem[];
    }
  | { readonly kind: 'read'; readonly report: StatusReport; readonly findings: readonly ReportFinding[] };

const importClocks = ['desired', 'active', 'previous', 'origin'] as const;
type ImportClock = (typeof importClocks)[number];

/** Where the report was found, when its key or the configuration says so. */
export interface ExpectedReplica {
  readonly env: string;
  readonly lineage: Lineage;
  readonly replicaId: string;
}

/** Never throws and never guesses: another major version is unreadable, unknown fields are passed over. */
export function decodeReport(body: Uint8Array, expected: ExpectedReplica | null = null): ReportReading {
  const json = parsedJson(body);
  if (json.kind === 'unreadable') return json;
  const named = z.looseObject({ schema: z.string() }).safeParse(json.value);
  if (!named.success) return unreadable('not_in_form', 'it names no schema');
  const major = /^lance-serving-status\/(\d+)$/.exec(named.data.schema)?.[1];
  if (major !== '1') return unreadable('unknown_schema', named.data.schema.slice(0, 100));
  const read = reportSchema.safeParse(json.value);
  if (!read.success) return unreadable('not_in_form', z.prettifyError(read.error).slice(0, 2_000));
  const problems = [...reportProblems(read.data), ...misplaced(read.data, expected)];
  if (problems.length > 0) return { kind: 'invalid', report: read.data, problems };
  return { kind: 'read', report: read.data, findings: reportFindings(read.data) };
}

function parsedJson(body: Uint8Array) {
  try {
    return { kind: 'json', value: parseExactJsonBytes(body) } as const;
  } catch (error) {
    return unreadable('not_json', error instanceof Error ? error.message : 'not JSON');
  }
}

type Unreadable = Extract<ReportReading, { kind: 'unreadable' }>;

export function unreadable(because: Unreadable['because'], detail: string): Unreadable {
  return { kind: 'unreadable', because, detail };
}

export function reportProblems(report: StatusReport): readonly ReportProblem[] {
  const { lineage, serving, operation, fence, retention, clocks } = report;
  const problems: ReportProblem[] = [];
  const derivedKey = `${lineage.set_id}/${lineage.family}-v${lineage.layout_abi}`;
  if (lineage.key !== derivedKey) problems.push({ kind: 'lineage_key_mismatch', derived: derivedKey });
  if (/\/\/[^/]*@/.test(lineage.dataset_uri)) problems.push({ kind: 'uri_with_credentials' });
  if (serving !== null && serving.previous === serving.active) problems.push({ kind: 'previous_is_active' });
  for (const clock of importClocks) {
    const ref = clocks.import[clock];
    if (ref !== null) problems.push(...refProblems(report, clock, ref));
  }
  for (const clock of ['active', 'previous'] as const) {
    const ref = clocks.import[clock];
    if (ref !== null && ref.import_id !== (serving?.[clock] ?? null)) {
      problems.push({ kind: 'serving_and_clock_differ', clock });
    }
  }
  if (operation.state !== 'idle' && operation.generation >= fence.next_generation) {
    problems.push({ kind: 'generation_not_persisted', generation: operation.generation });
  }
  if (retention.authority === 'none' && (retention.hold === null || retention.collectable_count > 0)) {
    problems.push({ kind: 'collectable_without_authority' });
  }
  return problems;
}

function refProblems(report: StatusReport, clock: ImportClock, ref: ReportImport): readonly ReportProblem[] {
  if (ref.identity === null) return [];
  const identity = identityOf(ref.identity);
  if (identity.kind === 'wrong') {
    const because = describeProblem(identity.field, identity.problem);
    return [{ kind: 'identity_malformed', clock, because }];
  }
  const derived = importIdOf(identity.value);
  const { set_id, family, layout_abi } = report.lineage;
  const own = `${set_id}/${family}-v${layout_abi}`;
  const other = lineageKey(identity.value.lineage) !== own;
  return [
    ...(derived === ref.import_id ? [] : [{ kind: 'import_id_mismatch', clock, derived } as const]),
    ...(other ? [{ kind: 'identity_of_another_lineage', clock } as const] : []),
  ];
}

export function identityOf(stated: NonNullable<ReportImport['identity']>): Parsed<ImportIdentity> {
  const setId = parseSetId(stated.set_id);
  if (setId.kind === 'wrong') return setId;
  const family = parseFamily(stated.family);
  if (family.kind === 'wrong') return family;
  const sourceId = parseSourceId(stated.source_id);
  if (sourceId.kind === 'wrong') return sourceId;
  const manifest = parseManifestSha256(stated.manifest_sha256);
  if (manifest.kind === 'wrong') return manifest;
  return parsed({
    lineage: { setId: setId.value, family: family.value, layoutAbi: stated.layout_abi },
    sourceId: sourceId.value,
    manifestSha256: manifest.value,
    writerAbi: stated.writer_abi,
  });
}

function misplaced(report: StatusReport, expected: ExpectedReplica | null): readonly ReportProblem[] {
  if (expected === null) return [];
  const { set_id, family, layout_abi } = report.lineage;
  const stated = { setId: set_id, family, layoutAbi: layout_abi } as Lineage;
  const there =
    report.env === expected.env &&
    report.replica_id === expected.replicaId &&
    sameLineage(stated, expected.lineage);
  return there ? [] : [{ kind: 'wrong_place' }];
}

export function reportFindings(report: StatusReport): readonly ReportFinding[] {
  const findings: ReportFinding[] = [];
  const { history } = report.clocks;
  const stated = statedDecision(history.decision);
  const derived = derivedDecision(history);
  if (derived === 'unverifiable') findings.push({ kind: 'head_decision_unverifiable' });
  else {
    if (!sameDecision(stated, derived)) findings.push({ kind: 'head_decision_disagrees', stated, derived });
    const served = history.serving_version;
    const sound = soundRecovery(history);
    if (!sound && history.clean_version !== null) {
      findings.push({ kind: 'recovery_disagrees', clean: BigInt(history.clean_version) });
    }
    const may = servableVersion(derived, sound ? statedRecovery(history.recovery) : null);
    if (served !== null && (may === null || BigInt(served.version) !== may)) {
      findings.push({ kind: 'serving_version_disagrees', derived: may });
    }
  }
  const hold = derivedHold(report);
  if (hold !== report.retention.hold) findings.push({ kind: 'retention_hold_disagrees', derived: hold });
  return findings;
}

/** Whether a stated recovery may follow by C.4: it hydrates clean, or serves what is here and strictly older. */
function soundRecovery({
  clean_version: clean,
  recovery,
  locally_available,
  locally_available_truncated,
}: ReportHistory): boolean {
  if (recovery === null || clean === null || recovery.kind === 'unserviceable') return true;
  if (recovery.kind === 'hydrate_from_mirror') return recovery.want === clean;
  const here = locally_available_truncated || locally_available.includes(recovery.version);
  return recovery.version < clean && here;
}

/** Null where clean or head is not known: then nothing can be decided. */
export function headFactsOf(history: Pick<ReportHistory, HistoryFact>): HeadFacts | null {
  if (history.clean_version === null || history.observed_head === null) return null;
  const { versions, provenance } = history.known_maintenance;
  const clean = BigInt(history.clean_version);
  return {
    clean,
    observedHead: BigInt(history.observed_head),
    knownMaintenance: { versions: closedAbove(clean, versions.map(BigInt)), provenance },
    locallyAvailable: new Set(history.locally_available.map(BigInt)),
  };
}
type HistoryFact = 'clean_version' | 'observed_head' | 'known_maintenance' | 'locally_available';

export function derivedDecision(history: ReportHistory): HeadDecision | null | 'unverifiable' {
  const facts = headFactsOf(history);
  if (facts === null) return null;
  const { clean, observedHead, locallyAvailable } = facts;
  const asked = [clean, observedHead].every((one) => locallyAvailable.has(one));
  // A list that was cut short may have held the version that decides.
  return history.locally_available_truncated && !asked ? 'unverifiable' : decideHead(facts);
}

function statedDecision(decision: ReportHistory['decision']): HeadDecision | null {
  switch (decision?.kind) {
    case undefined:
      return null;
    case 'serve_head':
    case 'serve_known_descendant':
      return { ...decision, version: BigInt(decision.version) };
    case 'checkout_clean':
    case 'replica_incomplete':
      return { ...decision, clean: BigInt(decision.clean), head: BigInt(decision.head) };
  }
}

function statedRecovery(recovery: ReportHistory['recovery']): BehindRecovery | null {
  switch (recovery?.kind) {
    case undefined:
      return null;
    case 'hydrate_from_mirror':
      return { kind: recovery.kind, want: BigInt(recovery.want) };
    case 'serve_available_previous':
      return { kind: recovery.kind, version: BigInt(recovery.version) };
    case 'unserviceable':
      return recovery;
  }
}

/** What may be served under a decision: clean or head by it, or an older clean one while a replica recovers. */
function servableVersion(decision: HeadDecision | null, recovery: BehindRecovery | null): bigint | null {
  if (decision === null) return null;
  const served = servedBy(decision);
  if (served !== null) return served.version;
  return recovery?.kind === 'serve_available_previous' ? recovery.version : null;
}

function sameDecision(a: HeadDecision | null, b: HeadDecision | null): boolean {
  return spelled(a) === spelled(b);
}

function spelled(decision: HeadDecision | null): string {
  const entries = Object.entries(decision ?? {}).map(([field, value]) => `${field}=${value}`);
  return entries.sort().join(' ');
}

/** A grace period without an end has not ended: nothing is collectable by leaving a field out. */
export function derivedHold({
  retention,
  published_at,
}: Pick<StatusReport, 'retention' | 'published_at'>): RetentionHold | null {
  const { inventory, grace_until, authority } = retention;
  return retentionHold({
    activeComplete: inventory.active === 'complete',
    previousComplete: inventory.previous === null ? null : inventory.previous === 'complete',
    graceElapsed: grace_until !== null && Date.parse(grace_until) <= Date.parse(published_at),
    authority,
  });
}
