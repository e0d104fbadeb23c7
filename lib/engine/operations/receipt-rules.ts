/** Makes the receipt of a run from its plan, its report and what was counted around it; nothing is left out unsaid. */

import type { WallInstant } from '@/lib/base/clock';
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { CleanupPlan, KeptVersion } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport, Incident, LeftVersion } from '@/lib/engine/cleanup/cleanup-report';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import { type DatasetSums, listLimits, maxSentence, type Receipt } from './receipt';
import type { Asker } from './record-schema';
import { shortened } from './text-rules';

export interface Circumstances extends Asker {
  readonly run: string;
  readonly reason: string;
  readonly approvedBy: string | null;
  readonly startedAt: WallInstant;
  readonly endedAt: WallInstant;
  readonly before: DatasetSums | null;
  readonly after: DatasetSums | null;
  /** What processes that had the run before counted, and how many there were. */
  readonly earlier: DatasetSums;
  readonly takeovers: number;
  /** What earlier owners retired, and planned versions that were left before this owner began. */
  readonly earlierRetired: readonly bigint[];
  readonly earlierLeft: readonly LeftVersion[];
  readonly verification: Receipt['verification'];
}

export function receiptOf(plan: CleanupPlan, report: CleanupReport, around: Circumstances): Receipt {
  const { earlier, earlierRetired, earlierLeft, ...rest } = around;
  const retired = [...new Set([...earlierRetired, ...report.retired])].sort((a, b) => (a < b ? -1 : 1));
  return {
    ...{ format: 1, kind: 'cleanup', ...rest },
    ...{ storeUri: plan.storeUri, dataset: plan.dataset, planHash: plan.hash },
    outcome: report.outcome,
    failure: report.failure === null ? null : { ...report.failure, sentence: said(report.failure.sentence) },
    predicted: plan.predicted,
    most: plan.most,
    actual: {
      versions: Math.max(retired.length, earlier.versions + report.retired.length),
      objects: earlier.objects + report.objectsDeleted,
      bytes: earlier.bytes + report.bytesDeleted,
    },
    requests: report.requests,
    retired: cut(retired, listLimits.retired, String),
    kept: cut(plan.kept, listLimits.kept, keptLine),
    left: cut([...earlierLeft, ...report.left], listLimits.left, leftLine),
    objectsLeft: report.objectsLeft,
    incidents: cut(report.incidents, listLimits.incidents, incidentLine),
  };
}

function keptLine({ version, protections }: KeptVersion) {
  return { version: `${version}`, because: cut(protections, listLimits.reasons, reasonLine) };
}

function reasonLine({ kind, subject, holder, endsWhen }: Protection): string {
  const who = holder === null ? '' : `, held by ${holder}`;
  const word = kind.replaceAll('_', ' ');
  return said(`${word}${subject === kind ? '' : ` ${subject}`}${who}. Ends when ${endsWhen}.`);
}

function leftLine({ version, reason, sentence }: LeftVersion) {
  return { version: `${version}`, reason, sentence: said(sentence) };
}

function incidentLine({ version, sentence, missingKeys }: Incident) {
  const keys = cut(missingKeys, listLimits.keys, (key) => shortened(key, 1_024));
  return { version: `${version}`, sentence: said(sentence), missingKeys: keys };
}

export function said(sentence: string): string {
  return shortened(withoutSecrets(sentence), maxSentence);
}

export function cut<T, L>(
  all: readonly T[],
  most: number,
  line: (one: T) => L,
): { total: number; listed: L[] } {
  return { total: all.length, listed: all.slice(0, most).map(line) };
}
