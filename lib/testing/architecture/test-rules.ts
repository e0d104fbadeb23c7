/** Finds tests that prove nothing: empty ones, ones that are put off, ones that shut the others out. */
import ts from 'typescript';
import { isTest } from './arrow-rules';
import type { SourceFile, SourceTree } from './source-tree';

const putOff = new Set(['skip', 'todo', 'only', 'fixme', 'skipIf', 'runIf', 'fails', 'fail']);
const declaring = new Set(['it', 'test', 'describe', 'suite', 'bench']);

/** One line per such test: the file, the line, what it is. */
export function emptyPromises(tree: SourceTree): readonly string[] {
  return [...tree.values()].filter((file) => isTest(file.path)).flatMap(emptyPromisesOf);
}

function emptyPromisesOf(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1;
    found.push(`${file.path}:${line} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && putOff.has(node.name.text) && startsATest(node.expression)) {
      report(node, `puts a test off with .${node.name.text}`);
    }
    if (ts.isCallExpression(node) && declaresTest(node.expression) && bodyOf(node)?.statements.length === 0) {
      report(node, 'holds an empty test');
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

/** `it`, `test.describe`, `it.each` and the like, down to the identifier they start from. */
function startsATest(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return declaring.has(expression.text);
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
    return startsATest(expression.expression);
  }
  return false;
}

/** A call that carries a test's name and body: `it(…)`, `test(…)`, `it.each(rows)(…)`; hooks and groups are none. */
function declaresTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  return ts.isCallExpression(callee) && /^(it|test)\.(each|for)\b/.test(callee.expression.getText());
}

function bodyOf(call: ts.CallExpression): ts.Block | undefined {
  const last = call.arguments.find((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
  if (last === undefined || !(ts.isArrowFunction(last) || ts.isFunctionExpression(last))) return undefined;
  return ts.isBlock(last.body) ? last.body : undefined;
}
