/** Which folder may import which, decided from paths alone; the picture is the README's folder map. */
import type { SourceFile, SourceImport, SourceTree } from './source-tree';

export const maxLines = 300;
/** Cases are read one at a time; a numbered contract stays together. */
export const maxTestLines = 450;

const base = 'lib/base/';
const store = 'lib/engine/store/';
const lance = 'lib/engine/lance/';
const retirement = 'lib/engine/retirement/';
const leases = 'lib/engine/leases/';
const references = 'lib/engine/references/';
const control = 'lib/engine/control/';
const protection = 'lib/engine/protection/';
const frontDoor = 'lib/engine/engine.ts';

/** First match wins. `sees` lists path prefixes; a file always sees its own folder. */
interface Layer {
  readonly of: RegExp;
  readonly folder: string;
  readonly sees: readonly string[];
  /** Seen as types only. */
  readonly seesTypes?: readonly string[];
}

const layers: readonly Layer[] = [
  { of: /^lib\/base\//, folder: base, sees: [] },
  { of: /^lib\/contracts\//, folder: 'lib/contracts/', sees: [base] },
  { of: /^lib\/client\//, folder: 'lib/client/', sees: [base, 'lib/contracts/'] },
  { of: /^lib\/engine\/store\//, folder: store, sees: [base] },
  { of: /^lib\/engine\/lance\//, folder: lance, sees: [base, store] },
  { of: /^lib\/engine\/retirement\//, folder: retirement, sees: [base, store, lance] },
  { of: /^lib\/engine\/leases\//, folder: leases, sees: [base, store, lance, retirement] },
  { of: /^lib\/engine\/references\//, folder: references, sees: [base, store, lance, retirement] },
  {
    of: /^lib\/engine\/control\//,
    folder: control,
    sees: [base, store, lance, retirement, leases, references, protection],
  },
  {
    of: /^lib\/engine\/protection\//,
    folder: protection,
    sees: [base, store, lance, retirement, leases, references],
  },
  {
    of: /^lib\/engine\/cleanup\//,
    folder: 'lib/engine/cleanup/',
    sees: [base, store, lance, retirement, leases, references, protection, control],
  },
  { of: /^lib\/engine\/lock\//, folder: 'lib/engine/lock/', sees: [base, store, lance] },
  { of: /^lib\/engine\/serving\//, folder: 'lib/engine/serving/', sees: [base, store, lance] },
  {
    of: /^lib\/engine\/operations\//,
    folder: 'lib/engine/operations/',
    sees: [base, store, lance, protection, 'lib/engine/cleanup/', 'lib/engine/lock/'],
  },
  { of: /^lib\/engine\/engine(\.|\/)/, folder: 'lib/engine/', sees: [base] },
  { of: /^lib\/lake\//, folder: 'lib/lake/', sees: [base, 'lib/engine/'] },
  {
    // The one bridge between the engine's facts and the wire; nothing else of the server decides or knows both.
    of: /^lib\/server\/to-contract(\/|\.ts$)/,
    folder: 'lib/server/',
    sees: [base, 'lib/contracts/', 'lib/lake/', 'lib/engine/'],
  },
  {
    // Wiring tests ask the routes themselves.
    of: /^lib\/server\/.*\.test\.ts$/,
    folder: 'lib/server/',
    sees: [base, 'lib/contracts/', 'lib/lake/', 'lib/engine/', 'components/status-page/', 'app/', 'proxy.ts'],
  },
  {
    // The public forms of a status page are rendered inside their routes, from one folder of views.
    of: /^lib\/server\/status\/public\//,
    folder: 'lib/server/',
    sees: [base, 'lib/contracts/', 'components/status-page/'],
  },
  {
    of: /^lib\/server\//,
    folder: 'lib/server/',
    sees: [base, 'lib/contracts/', 'lib/lake/', frontDoor, store],
    seesTypes: ['lib/engine/'],
  },
  { of: /^lib\/testing\//, folder: 'lib/testing/', sees: ['lib/'] },
  { of: /^components\//, folder: 'components/', sees: [base, 'lib/contracts/'] },
  { of: /^app\/(.*\/)?route\.ts$/, folder: 'app/', sees: [base, 'lib/contracts/', 'lib/server/'] },
  {
    of: /^app\//,
    folder: 'app/',
    sees: [base, 'lib/contracts/', 'lib/client/', 'components/', 'lib/server/'],
  },
];

/** Every file that breaks an arrow, one line each: the file, what it imports, why not. */
export function brokenArrows(tree: SourceTree): readonly string[] {
  return [...tree.values()].flatMap((file) =>
    file.imports.flatMap((one) => {
      const why = one.own ? refusal(file, one) : null;
      return why === null ? [] : [`${file.path} imports ${one.target}: ${why}`];
    }),
  );
}

function refusal(file: SourceFile, one: SourceImport): string | null {
  const test = isTest(file.path);
  if (one.target.startsWith('lib/testing/')) {
    return test || file.path.startsWith('lib/testing/') || !isProduct(file.path)
      ? null
      : 'only tests see lib/testing';
  }
  if (isTest(one.target)) return 'nothing imports a test';
  const layer = layers.find((candidate) => candidate.of.test(file.path));
  if (layer === undefined) return null;
  const allowed = [layer.folder, ...layer.sees, ...(one.typeOnly ? (layer.seesTypes ?? []) : [])];
  return allowed.some((prefix) => one.target.startsWith(prefix))
    ? null
    : `${layer.folder} sees only ${[...layer.sees, ...(layer.seesTypes ?? []).map((t) => `types of ${t}`)].join(', ') || 'itself'}`;
}

/** Modules the browser loads must not reach the server's side through any chain of value imports. */
export function serverCodeInBrowser(tree: SourceTree): readonly string[] {
  const serverSide = /^(lib\/(server|lake|engine|testing)\/|scripts\/|bench\/)/;
  return [...tree.values()].filter(isClientModule).flatMap((start) => {
    const chain = firstChain(tree, start.path, (one) => (one.own ? serverSide : /^node:/).test(one.target));
    return chain === null ? [] : [`${chain.join(' -> ')}: the browser would load it`];
  });
}

function isClientModule(file: SourceFile): boolean {
  const first = file.tree.statements[0];
  return first !== undefined && /^['"]use client['"]/.test(first.getText(file.tree));
}

function firstChain(
  tree: SourceTree,
  start: string,
  wanted: (one: SourceImport) => boolean,
): readonly string[] | null {
  const queue: (readonly string[])[] = [[start]];
  const seen = new Set([start]);
  for (let chain = queue.shift(); chain !== undefined; chain = queue.shift()) {
    for (const one of tree.get(chain.at(-1) ?? '')?.imports ?? []) {
      if (one.typeOnly) continue;
      if (wanted(one)) return [...chain, one.target];
      if (!one.own || seen.has(one.target)) continue;
      seen.add(one.target);
      queue.push([...chain, one.target]);
    }
  }
  return null;
}

/** Rings of imports, types included; each ring once, as `a -> b -> a`. */
export function cycles(tree: SourceTree): readonly string[] {
  const rings: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at !== -1) {
      rings.push([...trail.slice(at), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const one of tree.get(file)?.imports ?? []) if (one.own) walk(one.target, [...trail, file]);
    done.add(file);
  };
  for (const file of tree.keys()) walk(file, []);
  return rings;
}

export function tooLong(tree: SourceTree): readonly string[] {
  return [...tree.values()]
    .filter((file) => file.lines > mostLines(file))
    .map((file) => `${file.path} has ${file.lines} lines, at most ${mostLines(file)} are readable`);
}

/** Imports of our own files that lead nowhere (a spelling that no resolver of ours follows would escape the arrows). */
export function unresolved(tree: SourceTree): readonly string[] {
  return [...tree.values()].flatMap((file) =>
    file.imports
      .filter((one) => one.own && !tree.has(one.target) && !/\.(css|json|svg|png)$/.test(one.target))
      .map((one) => `${file.path} imports ${one.target}, which is no source file here`),
  );
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}

function isProduct(path: string): boolean {
  return /^(lib|app|components)\//.test(path);
}

function mostLines({ path }: SourceFile): number {
  return isTest(path) ? maxTestLines : maxLines;
}
