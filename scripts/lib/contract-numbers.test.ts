/** The count of contract numbers: only a test that passed, in its place and under its name, carries one. */
import { describe, expect, it } from 'vitest';
import { countContractNumbers } from './contract-numbers.mjs';

const engine = 'lib/engine/leases/a.test.ts';
const lance = 'lib/testing/lance-scenarios/a.contract.test.ts';
const seeds = [
  '1. raced_active_lease_remains_renewable',
  '2. newly_acquired_lease_survives_cleaner_clock_skew, on a host that is ahead',
  '3. successful_cleanup_finalizes_version_fence',
  '4. lease_ttl_survives_coarse_storage_timestamps',
  '5. abandoned_drain_does_not_block_future_acquire',
  '6. recovery_claim_does_not_outlive_live_owner_cancellation',
  '7. recovered_retirement_preserves_tag_created_after_seal: at any age',
  '8. terminal_recovery_survives_marker_first_partial_finalize: refused',
  '9. failed_post_admission_rollback_does_not_leave_tag',
  '10. recovered_retirement_still_respects_descendant_branch',
];
const locks = 'lib/engine/lock/a.contract.test.ts';
const lockSeeds = [
  'CT-01 a_late_listing_cannot_unseat_a_beating_owner: listing 3 comes two leases late',
  'CT-02 a_claim_or_a_lost_record_fences_the_owner: a claim',
  'CT-03 an_owner_fences_itself_when_its_beats_lapse',
  'CT-04 one_failed_heartbeat_does_not_fence_a_live_owner: three reads',
  'CT-05 a_superseded_owner_whose_clock_stopped_fences_at_its_next_beat (directory kept: true)',
  'CT-06 a_restarted_server_takes_over_a_silent_owners_lock',
  'CT-07 mutable_key_requests_are_registered: no delete',
];
const lockTitle = (number: number) => `CT-${String(number).padStart(2, '0')} what it says`;
const serving = 'lib/engine/serving/a.test.ts';
const falsifiers = 'scripts/serving/a.test.ts';
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

interface Carried {
  readonly file: string;
  readonly title: string;
  readonly groups?: readonly string[];
  readonly status?: string;
}

/** The section of the serving lifecycle's contract that holds a number. */
function sectionOf(number: number): string {
  if (number < 30) return 'G.1';
  if (number < 41) return 'G.2';
  if (number < 61) return 'G.3';
  return number < 69 ? 'G.4' : 'G.5';
}

/** A report in which every number is carried, but for those that `change` drops or alters. */
function count(change: (test: Carried) => readonly Carried[] = (test) => [test]) {
  const all: Carried[] = [
    ...seeds.map((title) => ({ file: engine, title })),
    ...range(11, 65).map((number) => ({ file: lance, title: `${number}. what it says` })),
    ...lockSeeds.map((title) => ({ file: locks, title })),
    ...range(8, 67).map((number) => ({ file: locks, title: lockTitle(number) })),
    ...[...range(1, 50), 52, ...range(54, 60), ...range(65, 78)].map((number) => ({
      ...{
        file: sectionOf(number) === 'G.3' ? falsifiers : serving,
        title: `${sectionOf(number)}.${number} what it says`,
      },
    })),
    ...range(1, 24).map((number) => ({ file: engine, title: `D${number} what it says` })),
    ...range(25, 26).map((number) => ({ file: locks, title: `D${number} what it says` })),
  ];
  const testResults = all
    .flatMap(change)
    .map(({ file, title, groups = ['some group'], status = 'passed' }) => ({
      name: `/repository/${file}`,
      status: 'passed',
      assertionResults: [{ status, title, ancestorTitles: groups, fullName: `some group ${title}` }],
    }));
  return countContractNumbers({ success: true, testResults }, '/repository');
}

/** The report with one test altered, and the others of its number gone. */
const altered = (starts: string, part: Partial<Carried>) =>
  count((test) => [test.title.startsWith(starts) ? { ...test, ...part } : test]);

it('counts every number once, and nothing is missing', () => {
  expect(count((test) => [test, test])).toEqual({
    passed: 1,
    failed: 0,
    problems: [],
    summary: '65 of 65 contract tests, 67 of 67 of locks, 72 of 72 of serving, 26 of 26 decisions',
  });
});

it.each(['failed', 'skipped', 'pending', 'todo'])('a test that is %s carries nothing', (status) => {
  expect(altered('33. ', { status })).toMatchObject({
    passed: 0,
    failed: 1,
    problems: ['no passed test is 33.'],
    summary: '64 of 65 contract tests, 67 of 67 of locks, 72 of 72 of serving, 26 of 26 decisions',
  });
  expect(altered('D18 ', { status }).problems).toEqual(['no passed test is D18']);
});

it('one passed test is enough, whatever became of others', () => {
  const failed = count((test) => [test, { ...test, status: 'failed' }]);
  expect(failed.problems).toEqual([]);
});

describe('what does not carry a number', () => {
  it.each([
    ['another place', '33. ', { file: 'lib/server/a.test.ts' }],
    ['the contract of the locks', '33. ', { file: 'lib/engine/lock/a.contract.test.ts' }],
    ['the contract of serving', '33. ', { file: 'lib/engine/serving/a.test.ts' }],
    ['the simulation of the locks', '33. ', { file: 'lib/testing/lock-simulation/a.test.ts' }],
    ['a cleanup test off the tables of LanceDB', '51. ', { file: 'lib/engine/cleanup/a.test.ts' }],
    ['a number inside the title', '33. ', { title: 'says 33. of it' }],
    ['a number without its full stop', '33. ', { title: '33 of them' }],
    ['the number of a lock', '33. ', { title: 'CT-33. of them' }],
    ['a number of serving in another place', 'G.1.9 ', { file: engine }],
    ['a number of serving without its section', 'G.1.9 ', { title: '9 what it says' }],
    ['a number of serving under another section', 'G.5.73 ', { title: 'G.4.73 what it says' }],
    ['a number of serving inside the title', 'G.5.73 ', { title: 'says G.5.73' }],
    ['a contract of the locks in another place', 'CT-33 ', { file: 'lib/engine/leases/a.test.ts' }],
    ['a contract of the locks without its two digits', 'CT-33 ', { title: 'CT-3 of them' }],
    [
      'one of the first seven of the locks under another name',
      'CT-04 ',
      { title: 'CT-04 one_failed_heartbeat' },
    ],
    ['a decision about locks off them', 'D25 ', { file: engine }],
    ['a decision about leases among the locks', 'D7 ', { file: locks }],
    ['a decision without a gap', 'D7 ', { title: 'D71' }],
    ['a decision that is listed behind another', 'D7 ', { title: 'D1, D7 of them' }],
    ['one of the first ten under another name', '4. ', { title: '4. a lease survives' }],
    ['one of the first ten under a longer name', '9. ', { title: `${seeds[8]}_twice` }],
  ])('%s', (_, starts, part) => {
    const { failed, problems } = altered(starts, part);
    expect({ failed, first: problems[0]?.startsWith(`no passed test is ${starts.trim()}`) }).toEqual({
      failed: 1,
      first: true,
    });
  });

  it('a number that the specification does not have', () => {
    const more = count((test) => [
      test,
      { ...test, title: '66. more' },
      { ...test, title: 'CT-68 more' },
      { ...test, title: 'D27 more' },
    ]);
    expect(more.summary).toBe(
      '65 of 65 contract tests, 67 of 67 of locks, 72 of 72 of serving, 26 of 26 decisions',
    );
  });
});

it('a group carries its number of serving for the tests in it', () => {
  expect(altered('G.5.73 ', { title: 'of two the first', groups: ['G.5.73 the write'] }).failed).toBe(0);
});

it('names what it would have accepted', () => {
  expect(
    count(({ title, ...rest }) => (title.startsWith('2. ') ? [] : [{ title, ...rest }])).problems,
  ).toEqual(['no passed test is 2. newly_acquired_lease_survives_cleaner_clock_skew']);
});

it('a runner that said nothing proved nothing', () => {
  expect(countContractNumbers(null, '/repository')).toMatchObject({ passed: 0, failed: 1 });
  expect(countContractNumbers({ testResults: [] }, '/repository').failed).toBe(230);
});
