/** A replica's report field by field on our wire, with what this reader recomputes of it: head row, decision and gate. */
import type { z } from 'zod';
import type { WallInstant } from '@/lib/base/clock';
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { ServingProblem } from '@/lib/contracts/serving';
import type {
  HeadDecisionView,
  replicaDetail,
  ServingImport,
  servingReport,
} from '@/lib/contracts/serving-report';
import { decideHead, type HeadDecision, headRow } from '@/lib/engine/serving/head-rules';
import { isAcknowledged } from '@/lib/engine/serving/headline-rules';
import { derivedHold, headFactsOf, reportFindings } from '@/lib/engine/serving/report-rules';
import {
  mostFailures,
  type ReportHistory,
  type ReportImport,
  type StatusReport,
} from '@/lib/engine/serving/report-schema';
import type { LakeAddress } from '@/lib/lake/serving/dataset-uri-rules';
import type { ReplicaView } from '@/lib/lake/serving/replica-view-rules';
import { iso } from './scalars';
import type { HeadCertaintyView } from './serving-certainty';
import { decimalOf, replicaRowOf, reportOf, shownUri, textOf } from './serving-rows';

type ReportInput = z.input<typeof servingReport>;

/** Versions named one by one; how many there are is told beside them. */
const mostVersions = 50;

export function replicaDetailOf(
  view: ReplicaView,
  lakes: readonly LakeAddress[],
  nowMs: WallInstant,
  certainty: HeadCertaintyView | null,
): z.input<typeof replicaDetail> {
  const { source, reading } = view;
  const report = reportOf(reading);
  return {
    ...replicaRowOf(view, lakes, nowMs, certainty),
    key: source.kind === 'store' ? source.key : null,
    url: source.kind === 'address' ? source.url : null,
    report: report === null ? null : reportView(report, nowMs),
    headCertainty: certainty,
    believed: reading?.kind === 'read',
    others: view.others.map(otherWords),
  };
}

function otherWords({ source, reading }: ReplicaView['others'][number]): ServingProblem {
  const where = source.kind === 'store' ? 'The store' : source.url;
  const report = reportOf(reading);
  if (report === null) return { code: 'unreadable', sentence: `${where} has a report that cannot be read.` };
  const { epoch, seq } = report.fence;
  return {
    code: 'earlier',
    sentence: `${where} also has a report of this replica, of epoch ${epoch}, number ${seq}: it does not count.`,
  };
}

function reportView(report: StatusReport, nowMs: number): ReportInput {
  const { fence, serving, clocks, seals, last_failure: failure } = report;
  return {
    instance: report.instance_id,
    fence: {
      ...{ epoch: fence.epoch, seq: fence.seq },
      ...{ nextGeneration: fence.next_generation, standing: fence.standing },
    },
    publishedAt: at(report.published_at),
    heartbeatMs: report.heartbeat_s * 1_000,
    datasetUri: shownUri(report),
    serving:
      serving === null
        ? null
        : {
            ...{ active: serving.active, previous: serving.previous },
            ...{ activatedAt: at(serving.activated_at), contentPresent: serving.content_present },
          },
    lastFailure: failure === null ? null : failureOf(failure),
    failures: failuresOf(report),
    failuresKept: mostFailures,
    imports: {
      cleanSource: clocks.import.clean_source,
      desired: importOf(clocks.import.desired),
      active: importOf(clocks.import.active),
      previous: importOf(clocks.import.previous),
      origin: importOf(clocks.import.origin),
    },
    history: historyOf(clocks.history),
    head: headOf(report),
    recovery: recoveryOf(clocks.history.recovery),
    copy: copyOf(clocks.replica),
    seals: { origin: seals.origin, active: seals.active, checkedAt: maybeAt(seals.checked_at) },
    retention: retentionOf(report),
    acks: report.acks.slice(-20).map((ack) => ({
      ...{ id: ack.id, clean: String(ack.clean), head: String(ack.head) },
      ...{ reason: withoutSecrets(ack.reason), actor: ack.actor_label },
      ...{ at: at(ack.at), expiresAt: at(ack.expires_at) },
      effective: isAcknowledged({ acks: [ack], clocks }, nowMs),
    })),
    memory: memoryOf(report.memory),
    capabilities: [...report.capabilities],
  };
}

type PastFailure = StatusReport['failures'][number];

function failureOf({ kind, message, candidate, generation, at: instant }: PastFailure) {
  return { kind, message: textOf(message), candidate, generation, at: at(instant) };
}

/** One that names its last failure and lists none keeps no list: those before are not known. */
function failuresOf({ failures, last_failure }: StatusReport): ReportInput['failures'] {
  if (failures.length === 0 && last_failure !== null) return null;
  return failures.map(failureOf);
}

/** The report's schema has seen every one of them. */
function at(text: string): string {
  return iso(Date.parse(text));
}

function maybeAt(text: string | null): string | null {
  return text === null ? null : at(text);
}

function importOf(ref: ReportImport | null): ServingImport {
  if (ref === null) return null;
  const { import_id: importId, identity } = ref;
  if (identity === null) return { importId, identity: null };
  return {
    importId,
    identity: {
      ...{ setId: identity.set_id, family: identity.family, layoutAbi: identity.layout_abi },
      ...{ sourceId: identity.source_id, manifestSha256: identity.manifest_sha256 },
      writerAbi: identity.writer_abi,
    },
  };
}

function historyOf(history: ReportHistory): ReportInput['history'] {
  const { locally_available: local, known_maintenance: maintenance } = history;
  return {
    publicationVersion: decimalOf(history.publication_version),
    cleanVersion: decimalOf(history.clean_version),
    cleanVersionSource: history.clean_version_source,
    servingVersion: decimalOf(history.serving_version?.version ?? null),
    pinned: history.serving_version?.pinned_to_clean ?? false,
    observedHead: decimalOf(history.observed_head),
    observedAt: maybeAt(history.observed_at),
    local: newest(local),
    localTotal: local.length,
    localTruncated: history.locally_available_truncated,
    maintenance: {
      versions: newest(maintenance.versions),
      total: maintenance.versions.length,
      provenance: maintenance.provenance,
    },
  };
}

function newest(versions: readonly number[]): string[] {
  return [...versions]
    .sort((a, b) => b - a)
    .slice(0, mostVersions)
    .map(String);
}

/** Recomputed from the facts of the report; nobody can where the list of local versions was cut short (E.3). */
function headOf(report: StatusReport): ReportInput['head'] {
  const { history } = report.clocks;
  const stated = history.decision === null ? null : wireDecision(history.decision);
  const facts = headFactsOf(history);
  const findings = reportFindings(report);
  if (facts === null) return { stated, derived: null, row: null, agrees: stated === null ? null : false };
  if (findings.some(({ kind }) => kind === 'head_decision_unverifiable')) {
    return { stated, derived: null, row: null, agrees: null };
  }
  const agrees = !findings.some(({ kind }) => kind === 'head_decision_disagrees');
  return { stated, derived: wireDecision(decideHead(facts)), row: headRow(facts), agrees };
}

function wireDecision(decision: HeadDecision | NonNullable<ReportHistory['decision']>): HeadDecisionView {
  switch (decision.kind) {
    case 'serve_head':
      return { kind: decision.kind, version: String(decision.version), provenance: null, reason: null };
    case 'serve_known_descendant': {
      const { kind, version, provenance } = decision;
      return { kind, version: String(version), provenance, reason: null };
    }
    case 'checkout_clean':
      return { kind: decision.kind, version: String(decision.clean), provenance: null, reason: null };
    case 'replica_incomplete':
      return { kind: decision.kind, version: null, provenance: null, reason: decision.reason };
  }
}

function recoveryOf(recovery: ReportHistory['recovery']): ReportInput['recovery'] {
  switch (recovery?.kind) {
    case undefined:
      return null;
    case 'hydrate_from_mirror':
      return { kind: recovery.kind, version: String(recovery.want) };
    case 'serve_available_previous':
      return { kind: recovery.kind, version: String(recovery.version) };
    case 'unserviceable':
      return { kind: recovery.kind, version: null };
  }
}

function copyOf({ root, mirror, activation }: StatusReport['clocks']['replica']): ReportInput['copy'] {
  return {
    ...{ rootLabel: root.path_label, rootKind: root.kind, rootSource: root.source },
    declared: root.declared_durability,
    mirror: {
      ...{ configured: mirror.configured, hasActive: mirror.has_active, state: mirror.state },
      throughVersion: decimalOf(mirror.mirrored_through_version),
    },
    activation: {
      volumeRequiresMirror: activation.policy.volume_requires_mirror,
      ephemeralRequiresMirror: activation.policy.ephemeral_requires_mirror,
      verdict: activation.verdict,
    },
  };
}

function retentionOf(report: StatusReport): ReportInput['retention'] {
  const { authority, hold, grace_until, keep_versions, inventory, collectable_count } = report.retention;
  return {
    ...{ authority, hold, derivedHold: derivedHold(report), graceUntil: maybeAt(grace_until) },
    ...{ keepVersions: newest(keep_versions), keepTotal: keep_versions.length },
    ...{ inventory, collectable: collectable_count },
  };
}

function memoryOf(memory: StatusReport['memory']): ReportInput['memory'] {
  return {
    ...{ currentBytes: memory.current_bytes, maxBytes: memory.max_bytes, maxState: memory.max_state },
    ...{ peakBytes: memory.peak_bytes, anonBytes: memory.anon_bytes, fileBytes: memory.file_bytes },
    ...{ kernelBytes: memory.kernel_bytes, slabReclaimableBytes: memory.slab_reclaimable_bytes },
    processRssBytes: memory.process_rss_bytes,
    phases: memory.phase_deltas.slice(-20).map(({ phase, started_at, before, after }) => ({
      ...{ phase: withoutSecrets(phase), startedAt: at(started_at), before, after },
    })),
    reasons: memory.reasons.map((reason) => withoutSecrets(reason)),
  };
}
