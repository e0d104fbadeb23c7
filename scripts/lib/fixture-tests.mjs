/** Says which tests a clone without the shared data sets does not run, counted from the sources that declare them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {string} root
 * @returns {Promise<{ tests: number, files: string[] }>} declarations (one of `it.each` stands for all its rows)
 */
export async function testsWithoutFixtures(root) {
  const files = [];
  let tests = 0;
  for (const name of await testFiles(root, 'lib')) {
    const count = await guardedTests(await readFile(path.join(root, name), 'utf8'));
    if (count === 0) continue;
    tests += count;
    files.push(name);
  }
  return { tests, files };
}

/** Declarations below an `if` that asks for the fixtures; all of a file that reads them without such an `if`. */
export async function guardedTests(text) {
  if (!/VAMPLATE_FIXTURES|fixturesFolder|testing\/fixtures/.test(text)) return 0;
  const { default: ts } = await import('typescript');
  const file = ts.createSourceFile('x.test.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  let all = 0;
  let guarded = 0;
  const visit = (node, inside) => {
    const asks = ts.isIfStatement(node) && /fixtures/i.test(node.expression.getText(file));
    if (
      ts.isCallExpression(node) &&
      /^(it|test)(\.each\b|$)/.test(node.expression.getText(file)) &&
      declares(ts, node)
    ) {
      all += 1;
      if (inside) guarded += 1;
    }
    ts.forEachChild(node, (child) => visit(child, inside || asks));
  };
  visit(file, false);
  return guarded > 0 ? guarded : all;
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
