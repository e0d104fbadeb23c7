/** A status page carries the design's values themselves: they are those of the console. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageScript } from './page-script';
import { pageStyle } from './page-style';
import { pageTokens } from './page-tokens';

const design = readFileSync(fileURLToPath(new URL('../../app/styles/tokens.css', import.meta.url)), 'utf8');
const valuesOf = (css: string) =>
  new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );

describe('the style of a status page', () => {
  it('has the tokens of the console, to the letter', () => {
    const wanted = valuesOf(design);
    const carried = valuesOf(pageTokens);
    expect(carried.size).toBeGreaterThan(40);
    for (const [name, value] of carried) expect([name, value]).toEqual([name, wanted.get(name)]);
  });

  it('uses no other, and asks for no file', () => {
    const known = new Set([...valuesOf(pageTokens).keys(), '--fg', '--bg', '--edge', '--time-w']);
    const used = [...pageStyle.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => name === undefined || !known.has(name))).toEqual([]);
    expect(pageStyle).not.toMatch(/url\(|@import|<\//);
  });

  it('has a script below a kilobyte that asks nobody', () => {
    expect(Buffer.byteLength(pageScript)).toBeLessThan(1_000);
    expect(pageScript).not.toMatch(/fetch|XMLHttp|import|Image|open|location|<\//);
  });
});
