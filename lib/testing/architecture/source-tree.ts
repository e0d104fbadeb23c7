/** Reads a project's source files and what each imports, types and dynamic imports included, for the architecture test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface SourceImport {
  /** Path below the project (`lib/base/errors.ts`) for our own files, the specifier as written for packages. */
  readonly target: string;
  readonly own: boolean;
  /** Erased at build time: `import type`, `export type … from`, `import('…')` inside a type. */
  readonly typeOnly: boolean;
  readonly names: readonly string[];
}

export interface SourceFile {
  /** Path below the project, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly SourceImport[];
  readonly tree: ts.SourceFile;
}

export type SourceTree = ReadonlyMap<string, SourceFile>;

const sourceName = /\.(ts|tsx|mts|mjs)$/;
const skipped = new Set(['node_modules', '.next', '.git']);

/** @param folders top-level folders or files below `root`; absent ones are passed over */
export function readSourceTree(root: string, folders: readonly string[]): SourceTree {
  const texts = new Map<string, string>();
  for (const folder of folders) collect(root, folder, texts);
  return sourceTreeOf(texts);
}

/** The same from texts by path, so that the rules can be shown a synthetic project. */
export function sourceTreeOf(texts: ReadonlyMap<string, string>): SourceTree {
  const tree = new Map<string, SourceFile>();
  for (const [name, text] of texts) {
    const parsed = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, scriptKind(name));
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    tree.set(name, { path: name, lines, imports: importsOf(name, parsed, texts), tree: parsed });
  }
  return tree;
}

function collect(root: string, name: string, texts: Map<string, string>): void {
  const full = path.join(root, name);
  if (sourceName.test(name)) {
    if (!name.endsWith('.d.ts') && existsSync(full)) texts.set(name, readFileSync(full, 'utf8'));
    return;
  }
  let entries: string[];
  try {
    entries = readdirSync(full, { withFileTypes: true }).flatMap((entry) =>
      (entry.isDirectory() || (entry.isFile() && sourceName.test(entry.name))) && !skipped.has(entry.name)
        ? [entry.name]
        : [],
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  for (const entry of entries.sort()) collect(root, `${name}/${entry}`, texts);
}

function scriptKind(name: string): ts.ScriptKind {
  if (name.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return name.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

function importsOf(
  from: string,
  tree: ts.SourceFile,
  texts: ReadonlyMap<string, string>,
): readonly SourceImport[] {
  const imports: SourceImport[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, names: readonly string[] = []) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    imports.push({ ...resolve(from, specifier.text, texts), typeOnly, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, erased(node.importClause), importedNames(node.importClause));
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, false);
    } else if (ts.isCallExpression(node) && loads(node.expression)) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return imports;
}

function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(callee) && callee.text === 'require';
}

function erased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  const bindings = clause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

function resolve(
  from: string,
  specifier: string,
  texts: ReadonlyMap<string, string>,
): { target: string; own: boolean } {
  let base: string;
  if (specifier.startsWith('@/')) base = specifier.slice(2);
  else if (specifier.startsWith('.')) base = path.posix.join(path.posix.dirname(from), specifier);
  else return { target: specifier, own: false };
  const spellings = [
    base,
    `${base}.ts`,
    `${base}.tsx`,
    `${base}.mjs`,
    base.replace(/\.js$/, '.ts'),
    `${base}/index.ts`,
  ];
  return { target: spellings.find((spelling) => texts.has(spelling)) ?? base, own: true };
}
