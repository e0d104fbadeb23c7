/** Everything a person should know of one dataset, worst first; green only when all was read and nothing found. */
import { damageOf } from './damage';
import type { DatasetFacts } from './dataset-facts';
import type { Finding, FindingInput } from './finding';
import { holderFindings } from './holder-findings';
import { protocolFindings } from './protocol-findings';

export type DatasetHealth = 'ok' | 'attention' | 'stop' | 'unknown';

const order = ['stop', 'attention', 'unknown'] as const;

/** What findings were made from; they are made again when any of it is another. */
interface Made {
  readonly from: readonly unknown[];
  readonly findings: readonly Finding[];
}

/** Fleet pages ask for the findings of every dataset at every look: they are made once per reading. */
const made = new WeakMap<DatasetFacts, Made>();

export function findingsOf(input: FindingInput): readonly Finding[] {
  const { dataset, facts, explanation } = input;
  const { manifests } = facts.reader;
  const from = [
    explanation,
    manifests.generation,
    dataset.countedStorage(facts),
    dataset.branchFolders.last(),
  ];
  const before = made.get(facts);
  if (before?.from.every((part, index) => part === from[index])) return before.findings;
  const findings = findAll(input);
  made.set(facts, { from, findings });
  return findings;
}

function findAll(input: FindingInput): Finding[] {
  const found = [
    ...formatFindings(input),
    ...unreadFindings(input),
    ...protocolFindings(input),
    ...holderFindings(input),
    ...cleanupFindings(input),
  ];
  return found.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

export function healthOf(findings: readonly Finding[], { control, head }: DatasetFacts): DatasetHealth {
  const worst = findings[0]?.severity;
  if (worst === 'stop' || worst === 'attention') return worst;
  const readInFull = control.complete && head?.finding.kind === 'read';
  return worst === 'unknown' || !readInFull ? 'unknown' : 'ok';
}

function formatFindings({ facts }: FindingInput): Finding[] {
  const findings: Finding[] = damageOf(facts).map((problem) => ({
    ...place,
    kind: 'dataset_damaged',
    severity: 'stop',
    problem,
    evidence: 'Nothing is cleaned while this stands.',
    action: 'Show dataset',
  }));
  const { foreignRoot, root } = facts.control;
  if (foreignRoot !== null) {
    findings.push({
      ...place,
      kind: 'foreign_root',
      severity: 'attention',
      problem: 'Control files name another place: this dataset was copied or moved',
      evidence: `They name ${foreignRoot}; it lies at ${root.path}. References and cleanup are read-only.`,
      action: 'Show dataset',
    });
  }
  return findings;
}

/** What could not be read or judged: none of it is ever green, and each says why. */
function unreadFindings({ facts }: FindingInput): Finding[] {
  const { control, head, names } = facts;
  const problems: string[] = [];
  if (head?.finding.kind === 'failed' && head.finding.error.kind === 'unavailable') {
    problems.push(`The newest manifest could not be read: ${head.finding.problem}`);
  }
  if (!control.complete) problems.push(`Not all control files were read: ${control.notes.join('; ')}.`);
  if (names.listing.fullBecause !== null && !names.listing.complete) {
    problems.push(`The listing of versions stopped after ${names.listing.pages} pages.`);
  }
  const timed = [...control.leases, ...control.markers, ...control.intents];
  if (timed.some(({ listedAt }) => listedAt === null)) {
    problems.push('The store states no time: leases, markers and intents cannot be judged.');
  }
  return problems.map((problem) => ({
    ...place,
    kind: 'not_read',
    severity: 'unknown',
    problem,
    evidence: 'What is not known is neither missing nor in order.',
    action: 'Show dataset',
  }));
}

/** What would stop the next cleanup, where the storage was counted. */
function cleanupFindings({ dataset, facts }: FindingInput): Finding[] {
  const next = dataset.countedStorage(facts)?.value.nextCleanup;
  if (next?.verdict !== 'old_tag_fails') return [];
  return [
    {
      ...place,
      kind: 'cleanup_blocked',
      severity: 'attention',
      problem: next.sentence,
      evidence: 'Released cleanup raises an error on an old tagged version; auto cleanup only logs it.',
      look: '/storage',
      action: 'Show why',
    },
  ];
}

const place = { version: null, detail: '', since: null, look: '/versions' } as const;
