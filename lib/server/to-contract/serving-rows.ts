/** A replica as a row: its verdict with the words for it, both axes, and how far its report speaks of now. */
import type { z } from 'zod';
import type { WallInstant } from '@/lib/base/clock';
import { withoutSecrets } from '@/lib/base/secret-rules';
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import {
  type ReplicaRow,
  type replicaRow,
  type ServingOperation,
  type ServingVerdict,
  type servingAddress,
  servingVerdict,
} from '@/lib/contracts/serving';
import { headlineOf } from '@/lib/engine/serving/headline-rules';
import type { ReportReading } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { isSilent } from '@/lib/engine/serving/retire-address';
import { datasetOfUri, type LakeAddress } from '@/lib/lake/serving/dataset-uri-rules';
import type { ReplicaView, UnplacedView } from '@/lib/lake/serving/replica-view-rules';
import { iso } from './scalars';
import type { HeadCertaintyView } from './serving-certainty';
import {
  caveatWords,
  deposedSentence,
  findingWords,
  problemWords,
  soundSentence,
  staleSentence,
  unreadableSentence,
  verdictOf,
} from './serving-words';

export type ReplicaRowInput = z.input<typeof replicaRow>;

/** The report where it may be shown at all, believed or not. */
export function reportOf(reading: ReportReading | null): StatusReport | null {
  return reading === null || reading.kind === 'unreadable' ? null : reading.report;
}

/** @param certainty what is known by now of the history beneath a later head; null for nothing */
export function replicaRowOf(
  view: ReplicaView,
  lakes: readonly LakeAddress[],
  nowMs: WallInstant,
  certainty: HeadCertaintyView | null,
): ReplicaRowInput {
  const { place, reading, freshness } = view;
  const walked = certainty?.certainty === 'contradicted' ? certainty.sentence : null;
  const contradicted = walked !== null && certainty?.of === 'descendant';
  const headline = contradicted ? headlineOf({ ...view, nowMs, contradicted }) : view.headline;
  const { env, lineage, replicaId } = place;
  const report = reportOf(reading);
  const believed = reading?.kind === 'read' ? reading.report : null;
  const history = believed?.clocks.history;
  const uri = report === null ? null : shownUri(report);
  const dataset = uri === null ? null : datasetOfUri(uri, lakes);
  return {
    env,
    set: lineage.setId,
    lineage: `${lineage.family}-v${lineage.layoutAbi}`,
    replica: replicaId,
    verdict: verdictOf(headline, reading),
    sentence: sentenceOf({ ...view, headline }, walked),
    problems: problemsOf(reading, walked),
    operation: believed === null ? null : operationOf(believed),
    confidence: freshness?.kind ?? (reading === null ? 'none' : 'unknown'),
    reportedAt: report === null ? null : iso(Date.parse(report.published_at)),
    freshUntil:
      freshness?.kind === 'fresh' && report !== null
        ? iso(nowMs - freshness.ageMs + 3_000 * report.heartbeat_s)
        : null,
    servingVersion: decimalOf(history?.serving_version?.version ?? null),
    pinned: history?.serving_version?.pinned_to_clean ?? false,
    cleanVersion: decimalOf(history?.clean_version ?? null),
    observedHead: decimalOf(history?.observed_head ?? null),
    activeImport: believed?.serving?.active ?? null,
    dataset: dataset === null ? null : { lake: dataset.lake, id: encodeDatasetId(dataset.path) },
    datasetUri: uri,
    retired: retiredOf(view),
  };
}

function retiredOf({ retired }: Pick<ReplicaView, 'retired'>): ReplicaRow['retired'] {
  if (retired === null) return null;
  const { at, actor, reason } = retired;
  return { at: iso(Date.parse(at)), actor, reason: withoutSecrets(reason) };
}

/** Null for an address that holds credentials: it is never sent. */
export function shownUri({ lineage }: StatusReport): string | null {
  return /\/\/[^/]*@/.test(lineage.dataset_uri) ? null : withoutSecrets(lineage.dataset_uri);
}

export function decimalOf(version: number | null): string | null {
  return version === null ? null : String(version);
}

export function operationOf({ operation }: Pick<StatusReport, 'operation'>): ServingOperation {
  const none = { candidate: null, generation: null, at: null, step: null, progress: null, error: null };
  switch (operation.state) {
    case 'idle':
      return { ...none, state: 'idle' };
    case 'importing': {
      const { state, candidate, generation, step, progress } = operation;
      return {
        ...none,
        state,
        candidate,
        generation,
        step,
        progress,
        at: iso(Date.parse(operation.started_at)),
      };
    }
    case 'failed': {
      const { state, candidate, generation, error } = operation;
      const told = { kind: error.kind, message: textOf(error.message) };
      return { ...none, state, candidate, generation, at: iso(Date.parse(operation.failed_at)), error: told };
    }
  }
}

export function textOf(text: string | null): string | null {
  return text === null ? null : withoutSecrets(text);
}

function problemsOf(reading: ReportReading | null, walked: string | null) {
  if (reading?.kind === 'invalid') return reading.problems.map(problemWords);
  if (reading?.kind !== 'read') return [];
  const history = walked === null ? [] : [{ code: 'history_contradicts', sentence: walked }];
  return [...reading.findings.map(findingWords), ...history, ...caveatWords(reading.report)];
}

function sentenceOf({ reading, headline, freshness }: ReplicaView, walked: string | null): string {
  if (reading === null) return 'It has a folder and no report: nothing says what it serves.';
  if (reading.kind === 'unreadable') return unreadableSentence(reading);
  if (reading.kind === 'invalid') return 'Its report contradicts itself: nothing of it is believed.';
  if (headline === 'stale') return staleSentence(freshness, reading.report.heartbeat_s);
  if (headline === 'deposed') return deposedSentence(reading.report);
  return soundSentence(headline, reading, walked);
}

/** The order of the contract: the first that any replica is in is the set's; retired ones do not count. */
export function worstOf<Row extends Pick<ReplicaRow, 'verdict' | 'retired'>>(
  rows: readonly Row[],
): Row | null {
  const order = (verdict: ServingVerdict) => servingVerdict.options.indexOf(verdict);
  const counted = rows.filter(({ retired }) => retired === null);
  return counted.reduce<Row | null>(
    (worst, row) => (worst === null || order(row.verdict) < order(worst.verdict) ? row : worst),
    null,
  );
}

export function addressRowOf(env: string, view: UnplacedView): z.input<typeof servingAddress> {
  const { url, reading } = view;
  const place = { env, url, silent: isSilent(reading), retired: retiredOf(view) };
  if (reading.kind === 'unreadable') {
    return { ...place, verdict: 'unreadable', sentence: unreadableSentence(reading), observed: null };
  }
  if (reading.kind !== 'phase_b') {
    const { report } = reading;
    const sentence = `It reports for the environment ${report.env}, not for ${env}.`;
    return { ...place, verdict: 'misplaced', sentence, observed: null };
  }
  const { report, max } = reading;
  const { serving, operation } = report.lifecycle;
  return {
    ...place,
    verdict: 'observed',
    sentence:
      'It answers with the older report, which names no set, version, seal or age: what it says is observed and proves nothing.',
    observed: {
      active: serving?.active ?? null,
      previous: serving?.previous ?? null,
      operation: {
        ...{ state: operation.state, at: null, step: null, progress: null },
        candidate: operation.state === 'idle' ? null : operation.candidate,
        generation: operation.state === 'idle' ? null : operation.generation,
        error:
          operation.state === 'failed'
            ? { kind: operation.error.kind, message: textOf(operation.error.message ?? null) }
            : null,
      },
      contentPresent: report.artifact_present,
      currentBytes: report.cgroup_memory.current_bytes,
      maxBytes: report.cgroup_memory.max_bytes,
      max,
      note: textOf(report.note ?? null),
    },
  };
}
