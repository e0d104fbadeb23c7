/** Holds the folder map of the README: its arrows, no cycles, no barrels, purity where it is promised, readable sizes. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  brokenArrows,
  cycles,
  maxLines,
  maxTestLines,
  serverCodeInBrowser,
  tooLong,
  unresolved,
} from './testing/architecture/arrow-rules';
import { barrels, impurities, ownCodeMocked } from './testing/architecture/purity-rules';
import { readSourceTree, sourceTreeOf } from './testing/architecture/source-tree';
import { emptyPromises } from './testing/architecture/test-rules';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = readSourceTree(root, [
  'lib',
  'app',
  'components',
  'e2e',
  'scripts',
  'bench',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.ts',
]);

function synthetic(files: Record<string, string>) {
  return sourceTreeOf(new Map(Object.entries(files)));
}

describe('this project', () => {
  it('reads its own sources', () => {
    expect(project.has('lib/architecture.test.ts')).toBe(true);
    expect(project.get('lib/architecture.test.ts')?.imports.some((one) => one.own)).toBe(true);
    expect(project.has('lib/engine/store/object-store.ts')).toBe(true);
  });
  it('keeps the arrows', () => expect(brokenArrows(project)).toEqual([]));
  it('has no cycles, not even of types', () => expect(cycles(project)).toEqual([]));
  it('has no barrels', () => expect(barrels(project)).toEqual([]));
  it('resolves every import of its own', () => expect(unresolved(project)).toEqual([]));
  it('keeps rules, names and the Lance decoders pure', () => expect(impurities(project)).toEqual([]));
  it('keeps the server out of the browser', () => expect(serverCodeInBrowser(project)).toEqual([]));
  it(`keeps files within ${maxLines} lines, and tests within ${maxTestLines}`, () =>
    expect(tooLong(project)).toEqual([]));
  it('mocks no module', () => expect(ownCodeMocked(project)).toEqual([]));
  it('has no test that is empty or put off', () => expect(emptyPromises(project)).toEqual([]));
});

describe('what the checks catch', () => {
  const door = 'export const door = 1;';

  it.each([
    ['a low folder that looks up', 'lib/engine/store/a.ts', `import { door } from '@/lib/engine/lance/b';`],
    ['a type', 'lib/engine/lance/a.ts', `import type { door } from '@/lib/engine/cleanup/b';`],
    ['a type inside a type', 'lib/base/a.ts', `export type A = import('@/lib/engine/store/b').door;`],
    ['a dynamic import', 'components/ribbon/a.tsx', `export const a = () => import('@/lib/client/b');`],
    ['a hand-on', 'lib/contracts/a.ts', `export const a = 1;\nexport { door } from '@/lib/engine/store/b';`],
    ['a require', 'lib/base/a.ts', `export const a = require('@/lib/server/b');`],
    ['a relative path', 'lib/engine/leases/a.ts', `import { door } from '../references/b';`],
    ['a wing into the spine', 'lib/engine/lock/a.ts', `import { door } from '@/lib/engine/leases/b';`],
    ['a value behind the front door', 'lib/server/a.ts', `import { door } from '@/lib/engine/cleanup/b';`],
    ['test aids in the product', 'lib/lake/a.ts', `import { door } from '@/lib/testing/b';`],
    ['a client of the engine', 'lib/client/a.ts', `import { door } from '@/lib/engine/engine';`],
  ])('%s', (_, file, text) => {
    const target = /(?:@\/|\.\.\/)([\w/]+)'/.exec(text)?.[1] ?? '';
    const seen = target.startsWith('references/') ? `lib/engine/${target}` : target;
    const tree = synthetic({ [file]: text, [`${seen}.ts`]: door });
    expect(brokenArrows(tree)).toEqual([expect.stringContaining(`${file} imports ${seen}`)]);
  });

  it('lets the arrows of the picture pass', () => {
    const tree = synthetic({
      'lib/engine/cleanup/run-cleanup.ts': `import { door } from '@/lib/engine/protection/b';\nimport type { x } from '@/lib/base/c';`,
      'lib/server/to-contract.ts': `import type { door } from '@/lib/engine/protection/b';\nimport { y } from '@/lib/contracts/d';`,
      'components/ribbon/view.tsx': `import { y } from '@/lib/contracts/d';\nimport { B } from '@/components/ui/b';`,
      'lib/engine/protection/b.ts': door,
      'lib/base/c.ts': door,
      'lib/contracts/d.ts': door,
      'components/ui/b.tsx': door,
    });
    expect(brokenArrows(tree)).toEqual([]);
    expect(cycles(tree)).toEqual([]);
  });

  it('a ring of types', () => {
    const tree = synthetic({
      'lib/base/a.ts': `import type { B } from './b';\nexport type A = B;`,
      'lib/base/b.ts': `import type { A } from './a';\nexport type B = A;`,
    });
    expect(cycles(tree)).toEqual(['lib/base/a.ts -> lib/base/b.ts -> lib/base/a.ts']);
  });

  it.each([
    ['lib/a/index.ts', 'export const a = 1;'],
    ['lib/a/all.ts', `export * from './b';\nexport const a = 1;`],
    ['lib/a/some.ts', `export { b } from './b';\nexport type { c } from './c';`],
  ])('the barrel %s', (file, text) => {
    expect(barrels(synthetic({ [file]: text }))).toEqual([expect.stringContaining(file)]);
  });

  it.each([
    'export const now = Date.now();',
    'export const now = new Date();',
    'export const dice = Math.random();',
    'export async function read() {}',
    'export const later = () => Promise.resolve(1);',
    `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;`,
    `import type { Clock } from '@/lib/base/clock';\nexport type A = Clock;`,
    'setTimeout(() => {}, 1);',
    'export const id = crypto.randomUUID();',
    'export const env = process.env;',
  ])('the impure rule `%s`', (text) => {
    for (const file of [
      'lib/engine/leases/lease-rules.ts',
      'lib/engine/leases/lease-names.ts',
      'lib/engine/lance/a.ts',
    ]) {
      expect(impurities(synthetic({ [file]: text }))).toContainEqual(expect.stringContaining(file));
    }
    expect(impurities(synthetic({ 'lib/engine/lance/read-dataset.ts': text }))).toEqual([]);
  });

  it('no false alarm over a date made of numbers or a field named like a global', () => {
    const text = `export const a = (b: { process: number }, window: number) =>
      [new Date(b.process), Date.UTC(1, 2), window];`;
    expect(impurities(synthetic({ 'lib/engine/leases/lease-rules.ts': text }))).toEqual([]);
  });

  it('a page of the browser that reaches the server through a third file', () => {
    const tree = synthetic({
      'app/page-view.tsx': `'use client';\nimport { a } from '@/lib/client/a';`,
      'lib/client/a.ts': `import { b } from '@/lib/server/b';`,
      'lib/server/b.ts': door,
    });
    expect(serverCodeInBrowser(tree)).toEqual([
      expect.stringContaining('app/page-view.tsx -> lib/client/a.ts -> lib/server/b.ts'),
    ]);
  });

  it('a file that swells', () => {
    const tree = synthetic({ 'lib/base/a.ts': 'export const a = 1;\n'.repeat(maxLines + 1) });
    expect(tooLong(tree)).toEqual([expect.stringContaining('lib/base/a.ts has 301 lines')]);
  });

  it('an import that leads nowhere, and a mocked module', () => {
    expect(unresolved(synthetic({ 'lib/base/a.ts': `import './gone';` }))).toHaveLength(1);
    expect(ownCodeMocked(synthetic({ 'lib/a.test.ts': `vi.mock('./b');` }))).toHaveLength(1);
  });

  it.each([
    `it('says nothing', () => {});`,
    `it.each([1])('says nothing', async () => {});`,
    `it.skip('later', () => { expect(1).toBe(1); });`,
    `test.describe.skip('later', () => {});`,
    `it.todo('later');`,
    `it.only('alone', () => { expect(1).toBe(1); });`,
    `it.skipIf(true)('sometimes', () => { expect(1).toBe(1); });`,
    `test.fixme('later', () => { expect(1).toBe(1); });`,
  ])('the test that proves nothing: %s', (text) => {
    expect(emptyPromises(synthetic({ 'lib/a.test.ts': text }))).toEqual([
      expect.stringContaining('lib/a.test.ts:1'),
    ]);
  });

  it('no false alarm over a test that proves something', () => {
    const text = `it('counts', () => expect(1).toBe(1));\nit.each([1])('%s', (a) => { expect(a).toBe(1); });`;
    expect(emptyPromises(synthetic({ 'lib/a.test.ts': text }))).toEqual([]);
  });
});
