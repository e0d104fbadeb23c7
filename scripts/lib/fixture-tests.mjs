/** Says how many tests a clone without the recorded datasets does not run, counted from the sources that declare them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** How many datasets each list of `lib/testing/lance-fixtures.ts` has where the fixtures are. */
const lists = { historicalDatasets: 19, currentTables: 6 };

/**
 * @param {string} root
 * @returns {Promise<{ tests: number, files: string[] }>}
 */
export async function testsWithoutFixtures(root) {
  const files = [];
  let tests = 0;
  for (const name of await testFiles(root, 'lib')) {
    const count = await fixtureTests(await readFile(path.join(root, name), 'utf8'));
    if (count === 0) continue;
    tests += count;
    files.push(name);
  }
  return { tests, files };
}

/** Tests that are declared once per recorded dataset: below `describe.each(historicalDatasets())`, or `it.each(…)`. */
export async function fixtureTests(text) {
  if (!/lance-fixtures/.test(text)) return 0;
  const { default: ts } = await import('typescript');
  const file = ts.createSourceFile('x.test.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  let count = 0;
  const visit = (node, times) => {
    let here = times;
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(file);
      const list = /^(?:describe|it|test)\.each\(\s*(\w+)\(\)\s*\)$/.exec(callee)?.[1];
      if (list !== undefined && Object.hasOwn(lists, list)) here = Math.max(here, 1) * lists[list];
      if (/^(it|test)(\(|\.each\(|$)/.test(callee) && declares(ts, node)) count += here;
    }
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(file, 0);
  return count;
}

/** `it.each(rows)` alone declares nothing; the call of its result, which carries the body, does. */
function declares(ts, call) {
  return call.arguments.some((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
}

async function testFiles(root, folder) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
