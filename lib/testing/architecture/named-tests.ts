/** Whether a document's `file > group > title` is a test that its file declares, rows of tables included. */
import ts from 'typescript';

/** Everything a test file declares: each group and test under the titles of the groups around it. */
export interface DeclaredTests {
  readonly chains: readonly (readonly string[])[];
  /** Texts and numbers of the file, with which the places of a title such as `%s` are filled. */
  readonly literals: ReadonlySet<string>;
}

const declaring = new Set(['it', 'test', 'describe']);

export function declaredTests(tree: ts.SourceFile): DeclaredTests {
  const chains: string[][] = [];
  const literals = new Set<string>();
  const visit = (node: ts.Node, above: readonly string[]): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) literals.add(node.text);
    const title = ts.isCallExpression(node) ? titleOf(node) : null;
    const here = title === null ? above : [...above, title];
    if (title !== null) chains.push([...here]);
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(tree, []);
  return { chains, literals };
}

/** @param titles of groups, which may be left out from the outside, and of the test or group itself */
export function declares({ chains, literals }: DeclaredTests, titles: readonly string[]): boolean {
  return chains.some(
    (chain) =>
      chain.length >= titles.length &&
      titles.every((title, index) => {
        const declared = chain[chain.length - titles.length + index] ?? '';
        return declared === title || fills(declared, title, literals);
      }),
  );
}

function titleOf(call: ts.CallExpression): string | null {
  const [first] = call.arguments;
  if (first === undefined || !ts.isStringLiteralLike(first)) return null;
  // `it(…)`, or `it.each(rows)(…)`.
  const callee = ts.isCallExpression(call.expression) ? call.expression.expression : call.expression;
  const start = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  return ts.isIdentifier(start) && declaring.has(start.text) ? first.text : null;
}

/** Only with what the file itself says: a row that was renamed is not there any more. */
function fills(declared: string, title: string, literals: ReadonlySet<string>): boolean {
  const parts = declared.split(/%[sdijo]/);
  if (parts.length === 1) return false;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)');
  const filled = new RegExp(`^${pattern}$`).exec(title)?.slice(1);
  return filled?.every((text) => literals.has(text)) ?? false;
}
