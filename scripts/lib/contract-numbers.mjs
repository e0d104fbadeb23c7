/** Which numbered demands of the specification the runner's passed tests carry: a number nobody tests fails `check`. */
import path from 'node:path';
import { couldNotStart } from './test-counts.mjs';

const contractTests = 65;
const lockTests = 67;
const decisions = 26;
/** The decisions from here on are about locks. */
const firstLockDecision = 25;

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

/** Cluster locks number their contract as CT-01 and so on; the first seven keep the names of their reproducers. */
const lockFiles = /^lib\/(engine\/lock|testing\/lock-simulation)\//;
const lockSeedNames = [
  'a_late_listing_cannot_unseat_a_beating_owner',
  'a_claim_or_a_lost_record_fences_the_owner',
  'an_owner_fences_itself_when_its_beats_lapse',
  'one_failed_heartbeat_does_not_fence_a_live_owner',
  'a_superseded_owner_whose_clock_stopped_fences_at_its_next_beat',
  'a_restarted_server_takes_over_a_silent_owners_lock',
  'mutable_key_requests_are_registered',
];
/** The serving lifecycle numbers its own by section, as G.1.9; a group may carry the number for all of its tests. */
const servingFiles = /^(lib\/(engine\/serving|testing\/serving-simulation)|scripts\/serving)\//;
const servingSections = [
  { section: 'G.1', first: 1, last: 29 },
  { section: 'G.2', first: 30, last: 40 },
  { section: 'G.3', first: 41, last: 50 },
  // 51 and 53 wait for an authority to delete; scripts/serving/README.md says why.
  { section: 'G.3', first: 52, last: 52 },
  { section: 'G.3', first: 54, last: 60 },
  { section: 'G.4', first: 65, last: 68 },
  { section: 'G.5', first: 69, last: 78 },
];
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
  const carried = new Set(passedTests(report, root).flatMap(numbersOf));
  const numbered = named(contractTests, (number) => `${number}.`);
  const decided = named(decisions, (number) => `D${number}`);
  const locked = named(lockTests, lockName);
  const served = servingSections.flatMap(({ section, first, last }) =>
    named(last - first + 1, (at) => `${section}.${first + at - 1}`),
  );
  const missing = [...numbered, ...locked, ...served, ...decided].filter((name) => !carried.has(name));
  const found = (names) => names.filter((name) => carried.has(name)).length;
  return {
    passed: missing.length === 0 ? 1 : 0,
    failed: missing.length,
    problems: missing.map((name) => `no passed test is ${meant(name)}`),
    summary: [
      `${found(numbered)} of ${contractTests} contract tests`,
      `${found(locked)} of ${lockTests} of locks`,
      `${found(served)} of ${served.length} of serving`,
      `${found(decided)} of ${decisions} decisions`,
    ].join(', '),
  };
}

function passedTests(report, root) {
  return report.testResults.flatMap((result) => {
    const file = path.relative(root, result.name).split(path.sep).join('/');
    const counts = /^(lib\/(engine|testing)|scripts\/serving)\//.test(file);
    const tests = counts ? (result.assertionResults ?? []) : [];
    return tests
      .filter(({ status }) => status === 'passed')
      .map(({ title, ancestorTitles = [] }) => ({ file, title, groups: ancestorTitles }));
  });
}

function numbersOf({ file, title, groups }) {
  if (!servingFiles.test(file)) return numberOf(file, title);
  return [...groups, title].flatMap((one) => /^G\.[1-9]\.[1-9]\d*(?=[ :.])/.exec(one)?.[0] ?? []);
}

/** The number that a title opens with, as `7.` or `D7`; none when the test is not what the number asks for. */
function numberOf(file, title) {
  const [decision] = /^D[1-9]\d*(?=[ :.])/.exec(title) ?? [];
  const ofLocks = lockFiles.test(file);
  if (decision !== undefined)
    return Number(decision.slice(1)) >= firstLockDecision === ofLocks ? [decision] : [];
  if (ofLocks) return lockNumberOf(title);
  const [, digits, rest] = /^([1-9]\d*)\. (.*)$/s.exec(title) ?? [];
  if (digits === undefined) return [];
  const number = Number(digits);
  const seedName = seedNames[number - 1];
  if (seedName !== undefined && /^\w*/.exec(rest)?.[0] !== seedName) return [];
  const cleanup = number >= cleanupLevel.first && number <= cleanupLevel.last;
  return cleanup && !file.startsWith(cleanupLevel.folder) ? [] : [`${digits}.`];
}

function lockNumberOf(title) {
  const [, digits, rest] = /^CT-(\d\d) (.*)$/s.exec(title) ?? [];
  if (digits === undefined) return [];
  const seedName = lockSeedNames[Number(digits) - 1];
  return seedName !== undefined && /^\w*/.exec(rest)?.[0] !== seedName ? [] : [`CT-${digits}`];
}

function lockName(number) {
  return `CT-${String(number).padStart(2, '0')}`;
}

function named(count, nameOf) {
  return Array.from({ length: count }, (_, index) => nameOf(index + 1));
}

function meant(name) {
  const lockSeed = name.startsWith('CT-') ? lockSeedNames[Number(name.slice(3)) - 1] : undefined;
  if (lockSeed !== undefined) return `${name} ${lockSeed}`;
  const number = Number.parseInt(name, 10);
  const seedName = seedNames[number - 1];
  if (seedName !== undefined) return `${name} ${seedName}`;
  const cleanup = number >= cleanupLevel.first && number <= cleanupLevel.last;
  return cleanup ? `${name} (below ${cleanupLevel.folder})` : name;
}
