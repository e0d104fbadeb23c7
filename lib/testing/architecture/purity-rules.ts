/** Finds clocks, randomness, IO, timers and asynchrony in the files that promise to be pure, and barrels anywhere. */
import ts from 'typescript';
import { isTest } from './arrow-rules';
import type { SourceFile, SourceTree } from './source-tree';

/** Rules, names and the Lance decoders; a verb `read-….ts` says by its name that it does IO. */
export function promisesPurity(path: string): boolean {
  if (isTest(path) || /\/read-[^/]+\.ts$/.test(path)) return false;
  if (/-(rules|names)\.ts$/.test(path)) return /^lib\/(?!testing\/)/.test(path);
  return /^lib\/engine\/lance\//.test(path);
}

const effectfulGlobals = new Set([
  'performance',
  'crypto',
  'fetch',
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'clearTimeout',
  'clearInterval',
  'Promise',
  'Atomics',
  'Worker',
  'XMLHttpRequest',
  'localStorage',
  'document',
  'window',
  'globalThis',
]);
const effectfulNames = new Set(['Clock', 'systemClock', 'Random', 'systemRandom', 'uuidHex', 'ObjectStore']);

/** One line per impurity: the file, the line, what stands there. */
export function impurities(tree: SourceTree): readonly string[] {
  return [...tree.values()].filter((file) => promisesPurity(file.path)).flatMap(impuritiesOf);
}

function impuritiesOf(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1;
    found.push(`${file.path}:${line} holds ${what}`);
  };
  for (const one of file.imports) {
    if (one.typeOnly && !one.own) continue;
    if (/^(node:|fs|path$|crypto$|os$|net$|http)/.test(one.target) && !one.own)
      found.push(`${file.path} imports ${one.target}`);
    for (const name of one.names)
      if (effectfulNames.has(name)) found.push(`${file.path} imports ${name} of ${one.target}`);
  }
  const own = declaredNames(file.tree);
  const visit = (node: ts.Node): void => {
    const what = effectOf(node, own);
    if (what !== null) report(node, what);
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

/** Names the file gives to things of its own: a parameter called `window` is no global. */
function declaredNames(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const declares = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (declares && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function effectOf(node: ts.Node, own: ReadonlySet<string>): string | null {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return '`async`';
  if (ts.isAwaitExpression(node)) return '`await`';
  if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return '`for await`';
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return 'a dynamic import';
  if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0) {
    return '`new Date()`, a clock';
  }
  if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) return '`Date()`, a clock';
  if (ts.isPropertyAccessExpression(node)) {
    const text = `${isAnyName(node.expression) ? node.expression.text : ''}.${node.name.text}`;
    if (text === 'Date.now' || text === 'Math.random') return `\`${text}\``;
  }
  if (isAnyName(node) && effectfulGlobals.has(node.text) && !own.has(node.text) && isReference(node))
    return `\`${node.text}\``;
  return null;
}

function isAnyName(node: ts.Node): node is ts.Identifier {
  return ts.isIdentifier(node);
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** Whether the identifier stands for a value or type of that name, not for a property, a key or a declaration. */
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !(
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isImportSpecifier(parent)
  );
}

/** Files that only hand on what others declare, `export *`, and any `index.ts`: the arrows would hide behind them. */
export function barrels(tree: SourceTree): readonly string[] {
  return [...tree.values()].flatMap((file) => {
    if (/(^|\/)index\.tsx?$/.test(file.path)) return [`${file.path} is an index file`];
    const statements = file.tree.statements;
    const handsOn = statements.filter(
      (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    );
    if (
      handsOn.some((statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined)
    )
      return [`${file.path} exports everything of another file`];
    const declares = statements.some(
      (statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement),
    );
    return handsOn.length > 0 && !declares ? [`${file.path} only hands on other files' names`] : [];
  });
}

/** Our own code is never replaced by a double: tests use the memory store. */
export function ownCodeMocked(tree: SourceTree): readonly string[] {
  return [...tree.values()].flatMap((file) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^vi\.(mock|doMock)$/.test(node.expression.getText(file.tree))) {
        found.push(`${file.path} replaces a module: ${node.getText(file.tree).slice(0, 80)}`);
      }
      ts.forEachChild(node, visit);
    };
    if (isTest(file.path)) visit(file.tree);
    return found;
  });
}
