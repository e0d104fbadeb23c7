/** Exact JSON: integers survive, and what JSON.parse would let through silently is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, parseExactJsonBytes } from './exact-json';

const asNumber = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

describe('parseExactJson', () => {
  it.each([
    ['18446744073709551615', 18446744073709551615n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740991', 9007199254740991],
    ['{"version":18446744073709551614}', { version: 18446744073709551614n }],
    ['[1,2.5,-3e2]', [1, 2.5, -300]],
    [' "a\\u00e9\\n\\"" \n', 'aé\n"'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\u007f"', '\u007f'],
    ['[]', []],
    ['{ }', {}],
    ['null', null],
  ])('%s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value);
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '01',
    '1.',
    '+1',
    '.5',
    'nul',
    'NaN',
    '"\n"',
    '"\\x"',
    '"\\u12"',
    '"\\ud800"',
    '1e999',
    '[1] 2',
    '{"a":1,"a":2}',
    '\ufeff{}',
    `${'9'.repeat(41)}`,
  ])('refuses %j', (text) => {
    expect(() => parseExactJson(text)).toThrow(expect.objectContaining({ kind: 'corrupt' }));
  });

  it('gives a key of the prototype no meaning', () => {
    const value = parseExactJson('{"__proto__":{"version":1},"constructor":2}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect((value as Record<string, unknown>).version).toBeUndefined();
  });

  it('bounds depth and length', () => {
    expect(() => parseExactJson('['.repeat(100_000))).toThrow(/nested deeper/);
    expect(() => parseExactJson('[1, 2, 3]', { maxLength: 4 })).toThrow(/longer than 4/);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseExactJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/UTF-8/);
  });

  it('agrees with JSON.parse on everything JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.integer({ min: 0, max: 4 }),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(JSON.stringify(parseExactJson(text), asNumber)).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { seed: 41, numRuns: 500 },
    );
  });
});
