/** Reads the reports of vitest and Playwright into passed and failed; what did not run, or says nothing, failed. */

/**
 * `unsteady`: passed at the second try only. Always named.
 * @typedef {{ passed: number, failed: number, problems: string[], unsteady?: string[] }} Count
 */

/** Stories that may need a second try in one run; more is no accident, and all of them failed. */
const mostUnsteady = 4;

/**
 * @param {any} report of vitest's JSON reporter, or null when it wrote none
 * @returns {Count}
 */
export function countVitest(report) {
  if (!Array.isArray(report?.testResults)) return couldNotStart('vitest wrote no report');
  const problems = [];
  let passed = 0;
  for (const file of report.testResults) {
    const tests = file.assertionResults ?? [];
    for (const test of tests) {
      if (test.status === 'passed') passed += 1;
      else problems.push(`${file.name}: ${test.fullName} (${test.status})`);
    }
    // A file that breaks while loading has no tests, or a hook fails outside all of them.
    const quiet = tests.length === 0 || tests.every((test) => test.status === 'passed');
    if (quiet && (file.status !== 'passed' || tests.length === 0)) {
      problems.push(`${file.name}: ${file.message?.split('\n')[0] || 'holds no test'}`);
    }
  }
  if (problems.length === 0 && report.success === false)
    problems.push('vitest reports an error outside its tests');
  if (passed === 0 && problems.length === 0) return couldNotStart('vitest ran no test');
  return { passed, failed: problems.length, problems };
}

/**
 * @param {any} report of Playwright's JSON reporter, or null when it wrote none
 * @returns {Count}
 */
export function countPlaywright(report) {
  if (!Array.isArray(report?.suites)) return couldNotStart('Playwright wrote no report');
  const problems = (report.errors ?? []).map((error) =>
    firstLine(error.message ?? 'an error without a message'),
  );
  const unsteady = [];
  let passed = 0;
  for (const { test, title } of report.suites.flatMap((suite) => playwrightTests(suite, suite.title))) {
    // `expected` is also the status of a test that was expected to fail, which is no proof of anything.
    if (test.status === 'expected' && test.expectedStatus === 'passed') passed += 1;
    else if (test.status === 'flaky' && test.expectedStatus === 'passed') unsteady.push(title);
    else problems.push(`${title} (${test.expectedStatus === 'passed' ? test.status : test.expectedStatus})`);
  }
  if (unsteady.length > mostUnsteady)
    problems.push(...unsteady.splice(0).map((title) => `${title} (unsteady)`));
  passed += unsteady.length;
  if (passed === 0 && problems.length === 0) return couldNotStart('Playwright ran no test');
  return { passed, failed: problems.length, problems, unsteady };
}

/** @param {string} why @returns {Count} */
export function couldNotStart(why) {
  return { passed: 0, failed: 1, problems: [why] };
}

function playwrightTests(suite, title) {
  return [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({ test, title: `${title} › ${spec.title}` })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => playwrightTests(inner, `${title} › ${inner.title}`)),
  ];
}

function firstLine(text) {
  return text.split('\n')[0];
}
