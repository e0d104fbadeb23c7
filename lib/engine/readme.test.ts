/** The engine's README names a test for every assumption, invariant and row of a state table, and each of them is there. */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type DeclaredTests, declaredTests, declares } from '@/lib/testing/architecture/named-tests';

const project = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const known = new Map<string, DeclaredTests>();

/** Every `file > title` of a text; titles hold no backtick. */
const namesIn = (text: string) =>
  [...text.matchAll(/`(lib\/[^` ]+\.ts) > ([^`]+)`/g)].map(([name]) => name.slice(1, -1));

function isThere(name: string): boolean {
  const [file = '', ...titles] = name.split(' > ');
  const tests = known.get(file) ?? testsOf(file);
  known.set(file, tests);
  return declares(tests, titles);
}

function testsOf(file: string): DeclaredTests {
  const place = new URL(file, project);
  const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
  return declaredTests(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

function section(title: string): string {
  const [, text] = readme.split(`\n## ${title}\n`);
  return text?.split('\n## ')[0] ?? '';
}

/** Rows below the heads of all tables of a text. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter(
      (line, at, lines) =>
        line.startsWith('|') && !/^\| ?-/.test(line) && !/^\| ?-/.test(lines[at + 1] ?? ''),
    );

it('every test that is named is there', () => {
  const names = namesIn(readme);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

describe('every line names its test', () => {
  it.each([
    ['What a store must do', 'A', 7],
    ['Invariants', 'I', 20],
  ])('%s', (title, letter, least) => {
    const rows = rowsOf(section(title));
    expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(rows.map((_, at) => `${letter}${at + 1}`));
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows.filter((row) => namesIn(row).length === 0)).toEqual([]);
  });

  it('every row of H.1 to H.4 and of the deletion of branches', () => {
    const tables = section('State tables').split('\n### ').slice(1);
    expect(tables.map((table) => table.slice(0, table.indexOf(' ')))).toEqual([
      'H.1',
      'H.2',
      'H.3',
      'H.4',
      'D21',
    ]);
    for (const table of tables) {
      expect(rowsOf(table).length).toBeGreaterThan(3);
      expect(rowsOf(table).filter((row) => namesIn(row).length === 0)).toEqual([]);
    }
  });
});

describe('a name', () => {
  const text = `describe('group', () => {
    it('one', () => {});
    it.each([['fresh', 1]])('%s: %s', () => {});
    describe('inner', () => it('two', () => {}));
  });`;
  const tests = declaredTests(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true));

  it.each([
    ['one'],
    ['group > one'],
    ['group'],
    ['group > %s: %s'],
    ['fresh: 1'],
    ['inner > two'],
    ['group > inner > two'],
  ])('is there: %s', (name) => expect(declares(tests, name.split(' > '))).toBe(true));

  it.each([
    ['on'],
    ['one more'],
    ['other > one'],
    ['group > two'],
    ['inner > one'],
    ['stale: 1'],
    ['fresh: 2'],
    ['fresh'],
  ])('is not there: %s', (name) => expect(declares(tests, name.split(' > '))).toBe(false));

  it('of a file that is not there is not there either', () => {
    expect(isThere('lib/engine/no-such.test.ts > one')).toBe(false);
  });
});
