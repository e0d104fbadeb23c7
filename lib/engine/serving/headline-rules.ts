/** One headline for a replica, the first that applies; the operation is always shown beside it and never hidden (E.5). */
import { doubtsOf, isOfMirror } from './doubt-rules';
import type { ReportReading } from './report-rules';
import type { StatusReport } from './report-schema';
import type { Freshness } from './standing-rules';

export type Headline =
  | 'no_report'
  | 'unreadable'
  | 'stale'
  | 'deposed'
  | 'first_import'
  | 'down'
  | 'absent'
  | 'recovering'
  | 'degraded'
  | 'drift'
  | 'drift_acknowledged'
  | 'descendant_asserted'
  /** Sound in itself, yet the reader works out something else, or a fact beside it speaks against it. */
  | 'disagrees'
  /** The mirror lacks what is served, or nobody knows whether it has it. */
  | 'mirror_lagging'
  /** Its store fences nobody: another process may say otherwise with as much right (E.4). */
  | 'unfenced'
  | 'healthy';

export interface HeadlineFacts {
  /** Null when there is no report. */
  readonly reading: ReportReading | null;
  readonly freshness: Freshness | null;
  readonly deposed: boolean;
  /** Milliseconds since the epoch, for acknowledgements that end. */
  readonly nowMs: number;
  /** The history that this reader walked itself holds more than maintenance, where a descendant is served. */
  readonly contradicted?: boolean;
}

export function headlineOf(facts: HeadlineFacts): Headline {
  const { reading, freshness, deposed } = facts;
  if (reading === null) return 'no_report';
  // A report that contradicts itself is as good as one that cannot be read.
  if (reading.kind !== 'read') return 'unreadable';
  if (freshness?.kind !== 'fresh') return 'stale';
  if (deposed) return 'deposed';
  return headlineOfReport(reading, facts);
}

function headlineOfReport(
  { report, findings }: Extract<ReportReading, { kind: 'read' }>,
  { nowMs, contradicted = false }: HeadlineFacts,
): Headline {
  const { serving, operation, clocks } = report;
  const { decision, recovery } = clocks.history;
  if (serving === null) {
    if (operation.state === 'importing') return 'first_import';
    return operation.state === 'failed' ? 'down' : 'absent';
  }
  if (decision?.kind === 'replica_incomplete') {
    if (findings.some(({ kind }) => kind === 'recovery_disagrees')) return 'disagrees';
    if (recovery?.kind === 'hydrate_from_mirror') return 'recovering';
    return recovery?.kind === 'serve_available_previous' ? 'degraded' : 'down';
  }
  // Whatever the pair says, nothing answers.
  if (clocks.history.serving_version === null) return 'down';
  if (decision?.kind === 'checkout_clean') {
    return isAcknowledged(report, nowMs) ? 'drift_acknowledged' : 'drift';
  }
  const doubts = doubtsOf(report);
  if (findings.length > 0 || contradicted || !doubts.every(isOfMirror)) return 'disagrees';
  if (decision?.kind === 'serve_known_descendant' && decision.provenance === 'caller_asserted') {
    return 'descendant_asserted';
  }
  if (clocks.replica.mirror.state === 'lagging' || doubts.length > 0) return 'mirror_lagging';
  return report.fence.standing === 'unfenced' ? 'unfenced' : 'healthy';
}

/** An acknowledgement silences exactly one pair of clean and head, until it expires; it changes no decision. */
export function isAcknowledged(
  { acks, clocks }: Pick<StatusReport, 'acks' | 'clocks'>,
  nowMs: number,
): boolean {
  const { decision } = clocks.history;
  if (decision?.kind !== 'checkout_clean') return false;
  return acks.some(
    ({ clean, head, expires_at }) =>
      clean === decision.clean && head === decision.head && Date.parse(expires_at) > nowMs,
  );
}
