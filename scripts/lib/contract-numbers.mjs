/** Which numbered demands of the specification the runner's passed tests carry: a number nobody tests fails `check`. */
import path from 'node:path';
import { couldNotStart } from './test-counts.mjs';

const contractTests = 65;
const decisions = 24;

/** The first ten keep the names of the reproducers they come from. */
const seedNames = [
  'raced_active_lease_remains_renewable',
  'newly_acquired_lease_survives_cleaner_clock_skew',
  'successful_cleanup_finalizes_version_fence',
  'lease_ttl_survives_coarse_storage_timestamps',
  'abandoned_drain_does_not_block_future_acquire',
  'recovery_claim_does_not_outlive_live_owner_cancellation',
  'recovered_retirement_preserves_tag_created_after_seal',
  'terminal_recovery_survives_marker_first_partial_finalize',
  'failed_post_admission_rollback_does_not_leave_tag',
  'recovered_retirement_still_respects_descendant_branch',
];

/** Cluster locks and the serving lifecycle number their own contracts. */
const otherContracts = /^lib\/(engine\/(lock|serving)|testing\/(lock|serving)-simulation)\//;
/** Tests of the cleanup level count only where they run on datasets that LanceDB wrote. */
const cleanupLevel = { first: 44, last: 60, folder: 'lib/testing/lance-scenarios/' };

/**
 * @param {any} report of vitest's JSON reporter, or null when it wrote none
 * @param {string} root of the repository
 * @returns {import('./test-counts.mjs').Count & { summary: string }} one failure per missing number, named
 */
export function countContractNumbers(report, root) {
  if (!Array.isArray(report?.testResults)) {
    return { ...couldNotStart('vitest wrote no report'), summary: 'no contract test was counted' };
  }
  const carried = new Set(passedTests(report, root).flatMap(({ file, title }) => numberOf(file, title)));
  const numbered = named(contractTests, (number) => `${number}.`);
  const decided = named(decisions, (number) => `D${number}`);
  const missing = [...numbered, ...decided].filter((name) => !carried.has(name));
  const found = (names) => names.filter((name) => carried.has(name)).length;
  return {
    passed: missing.length === 0 ? 1 : 0,
    failed: missing.length,
    problems: missing.map((name) => `no passed test is ${meant(name)}`),
    summary: `${found(numbered)} of ${contractTests} contract tests, ${found(decided)} of ${decisions} decisions`,
  };
}

function passedTests(report, root) {
  return report.testResults.flatMap((result) => {
    const file = path.relative(root, result.name).split(path.sep).join('/');
    const counts = /^lib\/(engine|testing)\//.test(file) && !otherContracts.test(file);
    const tests = counts ? (result.assertionResults ?? []) : [];
    return tests.filter(({ status }) => status === 'passed').map(({ title }) => ({ file, title }));
  });
}

/** The number that a title opens with, as `7.` or `D7`; none when the test is not what the number asks for. */
function numberOf(file, title) {
  const [decision] = /^D[1-9]\d*(?=[ :.])/.exec(title) ?? [];
  if (decision !== undefined) return [decision];
  const [, digits, rest] = /^([1-9]\d*)\. (.*)$/s.exec(title) ?? [];
  if (digits === undefined) return [];
  const number = Number(digits);
  const seedName = seedNames[number - 1];
  if (seedName !== undefined && /^\w*/.exec(rest)?.[0] !== seedName) return [];
  const cleanup = number >= cleanupLevel.first && number <= cleanupLevel.last;
  return cleanup && !file.startsWith(cleanupLevel.folder) ? [] : [`${digits}.`];
}

function named(count, nameOf) {
  return Array.from({ length: count }, (_, index) => nameOf(index + 1));
}

function meant(name) {
  const number = Number.parseInt(name, 10);
  const seedName = seedNames[number - 1];
  if (seedName !== undefined) return `${name} ${seedName}`;
  const cleanup = number >= cleanupLevel.first && number <= cleanupLevel.last;
  return cleanup ? `${name} (below ${cleanupLevel.folder})` : name;
}
