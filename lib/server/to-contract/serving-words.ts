/** What is wrong with a report, or seen differently by this reader, in one sentence each; each verdict has its own words. */
import { formatDuration } from '@/lib/base/format-duration';
import type { ServingProblem, ServingVerdict } from '@/lib/contracts/serving';
import { type Doubt, doubtsOf, isOfMirror } from '@/lib/engine/serving/doubt-rules';
import type { HeadDecision } from '@/lib/engine/serving/head-rules';
import type { Headline } from '@/lib/engine/serving/headline-rules';
import {
  headFactsOf,
  type ReportFinding,
  type ReportProblem,
  type ReportReading,
} from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import type { Freshness } from '@/lib/engine/serving/standing-rules';

export type Unreadable = Extract<ReportReading, { kind: 'unreadable' }>;

export function verdictOf(headline: Headline, reading: ReportReading | null): ServingVerdict {
  return headline === 'unreadable' && reading?.kind === 'invalid' ? 'invalid' : headline;
}

export function problemWords(problem: ReportProblem): ServingProblem {
  return { code: problem.kind, sentence: problemSentence(problem) };
}

function problemSentence(problem: ReportProblem): string {
  switch (problem.kind) {
    case 'import_id_mismatch':
      return `The id of its ${problem.clock} import does not follow from the identity beside it, which gives ${problem.derived}.`;
    case 'identity_malformed':
      return `The identity of its ${problem.clock} import is none: ${problem.because}.`;
    case 'identity_of_another_lineage':
      return `Its ${problem.clock} import is of another lineage.`;
    case 'serving_and_clock_differ':
      return `What it serves and its import clock name different ${problem.clock} imports.`;
    case 'previous_is_active':
      return 'Its previous import is the active one, so there would be nothing to roll back to.';
    case 'collectable_without_authority':
      return 'It states no authority to delete, and yet calls objects collectable or names no gate that holds.';
    case 'generation_not_persisted':
      return `Its import runs under generation ${problem.generation}, which it has not stored as taken.`;
    case 'lineage_key_mismatch':
      return `The key of its lineage does not follow from its parts, which give ${problem.derived}.`;
    case 'uri_with_credentials':
      return 'The address of its dataset holds credentials; it is not shown.';
    case 'wrong_place':
      return 'It lies where the report of another replica belongs.';
  }
}

/** What bears on all that a report says, and what it tells that speaks against its health. */
export function caveatWords(report: StatusReport): readonly ServingProblem[] {
  return [
    ...doubtsOf(report).map((doubt) => ({ code: doubt.kind, sentence: doubtSentence(doubt) })),
    ...(report.fence.standing === 'unfenced' ? [{ code: 'unfenced', sentence: unfencedCaveat }] : []),
  ];
}

function doubtSentence(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'seal_mismatch':
      return `The seal of its ${doubt.seal} import does not match, so nothing proves which data it serves.`;
    case 'seal_missing':
      return `The seal of its ${doubt.seal} import is missing, so nothing proves which data it serves.`;
    case 'content_absent':
      return 'It names a version as served, and says that no content is open.';
    case 'pin_disagrees':
      return doubt.derived
        ? 'By its own facts clean is served pinned, and it says that it is not pinned.'
        : 'By its own facts the head is served, and it says that it is pinned to clean.';
    case 'mirror_unknown':
      return 'Nobody knows whether its mirror has what it serves: what is only local would not survive its disk.';
    case 'mirror_without_active':
      return 'Its mirror does not have what it serves: what is only local would not survive its disk.';
  }
}

export function findingWords(finding: ReportFinding): ServingProblem {
  return { code: finding.kind, sentence: findingSentence(finding) };
}

function findingSentence(finding: ReportFinding): string {
  switch (finding.kind) {
    case 'head_decision_disagrees':
      return `From its own facts this reader decides: ${decisionWords(finding.derived)}. It states: ${decisionWords(finding.stated)}.`;
    case 'head_decision_unverifiable':
      return 'Its list of local versions was cut short, so nobody can check its head decision.';
    case 'recovery_disagrees':
      return `It recovers to a version that does not follow: it may hydrate clean version ${finding.clean}, or serve one that is here and older.`;
    case 'serving_version_disagrees':
      return finding.derived === null
        ? 'By its own facts nothing may be served, and it serves a version.'
        : `By its own facts version ${finding.derived} is to be served, and it serves another.`;
    case 'retention_hold_disagrees':
      return finding.derived === null
        ? 'It states a gate that holds, and by its own facts none does.'
        : `By its own facts the gate ${finding.derived} holds, and it states otherwise.`;
  }
}

export function decisionWords(decision: HeadDecision | null): string {
  switch (decision?.kind) {
    case undefined:
      return 'nothing';
    case 'serve_head':
      return `serve version ${decision.version}`;
    case 'serve_known_descendant':
      return `serve version ${decision.version} as a descendant`;
    case 'checkout_clean':
      return `serve clean version ${decision.clean}, pinned, beside head ${decision.head}`;
    case 'replica_incomplete':
      return `incomplete at clean version ${decision.clean}`;
  }
}

export function unreadableSentence({ because, detail }: Unreadable): string {
  switch (because) {
    case 'unknown_schema':
      return `Its report is of a schema this console does not know (${detail}): nothing of it is guessed.`;
    case 'too_large':
      return `Its report is too large to read (${detail}).`;
    case 'not_json':
      return 'Its report is not JSON.';
    case 'not_in_form':
      return `Its report is not in the form of a report: ${detail.split('\n')[0] ?? ''}`;
    case 'no_answer':
      return `Nothing answered at its address: ${detail}. That is no absence.`;
    case 'unavailable':
      return `Its report could not be read: ${detail}. That is no absence.`;
  }
}

export function staleSentence(freshness: Freshness | null, heartbeatS: number): string {
  if (freshness?.ageMs == null) {
    return 'Its report is dated far ahead of the clock it is read by, so nobody can tell its age. What stands here is what it last said.';
  }
  const [age, due] = [formatDuration(freshness.ageMs), formatDuration(heartbeatS * 1_000)];
  return `No report for ${age}, with one due every ${due}: what stands here is what it last said.`;
}

export function deposedSentence({ fence, replica_id }: StatusReport): string {
  if (fence.standing === 'read_only') {
    return `This process of ${replica_id} never got its place and only reads: what it says binds nobody.`;
  }
  return `Another process has taken the place of this one (epoch ${fence.epoch}): it may still answer queries, and what it says binds nobody.`;
}

/** Said beside whatever else is found, as it bears on all of it. */
const unfencedCaveat =
  'Its store cannot write on condition, so nothing fences this report: another process may say otherwise with as much right.';

type Sound = Exclude<
  Headline,
  'no_report' | 'unreadable' | 'stale' | 'deposed' | 'disagrees' | 'down' | 'drift' | 'drift_acknowledged'
>;

const soundSentences: Readonly<Record<Sound, string>> = {
  first_import: 'Its first import is under way: nothing is served yet.',
  absent: 'It serves nothing, and nothing is being imported.',
  recovering: 'It lacks the clean version and fetches it from the mirror.',
  degraded: 'It lacks the clean version and serves an older clean one.',
  descendant_asserted:
    'It serves a later version that its operator calls maintenance; Lance’s history has not proven that.',
  mirror_lagging:
    'It serves what it should, and its mirror lags: what is only local would not survive its disk.',
  unfenced: `It serves what it should. ${unfencedCaveat}`,
  healthy: 'It serves what it should, by its own report and by this reader.',
};

/**
 * Of a report that was read and is fresh.
 * @param walked what this reader's own walk of the history says against it; null where that says nothing
 */
export function soundSentence(
  headline: Headline,
  { report, findings }: Extract<ReportReading, { kind: 'read' }>,
  walked: string | null,
): string {
  const { history } = report.clocks;
  const doubt = doubtsOf(report).find((one) => !isOfMirror(one));
  const against =
    findings.length > 0 ? null : (walked ?? (doubt === undefined ? null : doubtSentence(doubt)));
  switch (headline) {
    case 'down':
      return report.operation.state === 'failed' && report.serving === null
        ? 'It serves nothing: its import failed.'
        : 'It serves nothing, though an import is active.';
    case 'drift':
      return `Head ${history.observed_head} is later than clean ${history.clean_version} and ${whyNotServed(report)}: the clean version is served, pinned.`;
    case 'drift_acknowledged':
      return `Head ${history.observed_head} is later than clean ${history.clean_version}; somebody acknowledged exactly that. The clean version is served, pinned.`;
    case 'disagrees':
      return (
        against ?? 'Its report is in order, and this reader works out something else from the same facts.'
      );
    case 'mirror_lagging': {
      const doubt = doubtsOf(report).find(isOfMirror);
      return doubt === undefined ? soundSentences.mirror_lagging : doubtSentence(doubt);
    }
    case 'no_report':
    case 'unreadable':
    case 'stale':
    case 'deposed':
      throw new RangeError(`no sound report is ${headline}`);
    default:
      return soundSentences[headline];
  }
}

function whyNotServed({ clocks }: StatusReport): string {
  const facts = headFactsOf(clocks.history);
  return facts?.knownMaintenance.versions.has(facts.observedHead)
    ? 'is known maintenance that is not here'
    : 'nobody says why';
}
