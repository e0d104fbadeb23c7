/** The counts that `check` prints: a test that did not run, or a runner that said nothing, is never a pass. */
import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.mjs';

const file = (statuses: readonly string[], more: object = {}) => ({
  name: 'a.test.ts',
  status: 'passed',
  message: '',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
  ...more,
});

describe('vitest', () => {
  it('counts every test that passed', () => {
    expect(
      countVitest({ success: true, testResults: [file(['passed', 'passed']), file(['passed'])] }),
    ).toEqual({
      passed: 3,
      failed: 0,
      problems: [],
    });
  });

  it.each(['failed', 'skipped', 'pending', 'todo', 'disabled'])('counts %s as failed', (status) => {
    const count = countVitest({ success: true, testResults: [file(['passed', status])] });
    expect(count).toMatchObject({ passed: 1, failed: 1 });
    expect(count.problems[0]).toContain(`test 1 (${status})`);
  });

  it.each([
    ['no report', null],
    ['a report of no file', { success: true, testResults: [] }],
    [
      'a file that did not load',
      { success: false, testResults: [file([], { status: 'failed', message: 'x' })] },
    ],
    ['a file without a test', { success: true, testResults: [file([])] }],
    ['a failed hook', { success: false, testResults: [file(['passed'], { status: 'failed' })] }],
    ['an error outside every test', { success: false, testResults: [file(['passed'])] }],
  ])('counts %s as one failure', (_, report) => expect(countVitest(report).failed).toBe(1));
});

describe('playwright', () => {
  const report = (tests: readonly object[], errors: readonly object[] = []) => ({
    errors,
    suites: [
      { title: 'a.spec.ts', specs: [], suites: [{ title: 'story', specs: [{ title: 'one', tests }] }] },
    ],
  });
  const passed = { status: 'expected', expectedStatus: 'passed' };

  it('counts nested tests', () => {
    expect(countPlaywright(report([passed, passed]))).toMatchObject({ passed: 2, failed: 0, problems: [] });
  });

  it('names what passed at the second try only, and calls it failed where there are many', () => {
    const flaky = { status: 'flaky', expectedStatus: 'passed' };
    const few = countPlaywright(report([passed, flaky]));
    expect(few).toMatchObject({ passed: 2, failed: 0, problems: [] });
    expect(few.unsteady).toHaveLength(1);
    expect(countPlaywright(report([passed, ...Array(5).fill(flaky)]))).toMatchObject({
      passed: 1,
      failed: 5,
      unsteady: [],
    });
  });

  it.each([
    { status: 'unexpected', expectedStatus: 'passed' },
    { status: 'skipped', expectedStatus: 'skipped' },
    { status: 'expected', expectedStatus: 'failed' },
  ])('counts $status of expected $expectedStatus as failed', (test) => {
    expect(countPlaywright(report([passed, test]))).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts an error outside every test', () => {
    expect(countPlaywright(report([passed], [{ message: 'no server\nat x' }])).problems).toEqual([
      'no server',
    ]);
  });

  it.each([
    ['no report', null],
    ['a report without tests', { suites: [] }],
  ])('counts %s as one failure', (_, none) => {
    expect(countPlaywright(none)).toMatchObject({ passed: 0, failed: 1 });
  });
});
