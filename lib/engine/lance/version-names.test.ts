/** Every name a `_versions/` folder was seen with, and the ones that only look like it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDetachedName, formatVersionName, parseVersionName } from './version-names';

const uuid = '6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01';

describe('parseVersionName', () => {
  it.each([
    ['1.manifest', { kind: 'attached', scheme: 'v1', version: 1n }],
    ['0.manifest', { kind: 'attached', scheme: 'v1', version: 0n }],
    ['340000.manifest', { kind: 'attached', scheme: 'v1', version: 340000n }],
    ['18446744073709551614.manifest', { kind: 'attached', scheme: 'v2', version: 1n }],
    ['18446744073709551610.manifest', { kind: 'attached', scheme: 'v2', version: 5n }],
    ['00000000000000000000.manifest', { kind: 'attached', scheme: 'v2', version: 18446744073709551615n }],
    ['d9223372036854775808.manifest', { kind: 'detached', version: 9223372036854775808n }],
    ['d18446744073709551615.manifest', { kind: 'detached', version: 18446744073709551615n }],
    ['latest_version_hint.json', { kind: 'hint' }],
    ['.tmp_7.manifest', { kind: 'temporary' }],
    [
      `18446744073709551614.manifest-${uuid}`,
      { kind: 'staged', uuid, target: { kind: 'attached', scheme: 'v2', version: 1n } },
    ],
    [`7.manifest-${uuid}`, { kind: 'staged', uuid, target: { kind: 'attached', scheme: 'v1', version: 7n } }],
    [`x.manifest-${uuid}`, { kind: 'staged', uuid, target: null }],
  ])('%s', (name, expected) => {
    expect(parseVersionName(name)).toEqual(expected);
  });

  it.each([
    ['padded V1', '007.manifest'],
    ['V2 one digit short', '8446744073709551614.manifest.manifest'],
    ['V2 beyond 2^64-1', '18446744073709551616.manifest'],
    ['21 digits', '118446744073709551614.manifest'],
    ['detached without bit 63', 'd5.manifest'],
    ['detached beyond 2^64-1', 'd99999999999999999999.manifest'],
    ['negative', '-1.manifest'],
    ['other digits', '١.manifest'],
    ['no number', '.manifest'],
    ['a bare word', 'manifest'],
    ['a million digits', `${'1'.repeat(1_000_000)}.manifest`],
  ])('%s is another name that ends in manifest', (_what, name) => {
    expect(parseVersionName(name)).toEqual({ kind: 'other', manifestLike: true });
  });

  it.each(['', 'readme.txt', '1.manifest.bak', `1.manifest-${uuid}x`, '1.MANIFEST'])(
    '%j is no manifest',
    (name) => {
      expect(parseVersionName(name)).toEqual({ kind: 'other', manifestLike: false });
    },
  );
});

describe('formatting', () => {
  it('reads back every version in both schemes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (version) => {
        expect(parseVersionName(formatVersionName('v2', version))).toEqual({
          kind: 'attached',
          scheme: 'v2',
          version,
        });
        expect(formatVersionName('v2', version)).toHaveLength(29);
        if (version < 10n ** 19n) {
          expect(parseVersionName(formatVersionName('v1', version))).toMatchObject({ scheme: 'v1', version });
        }
      }),
      { seed: 7 },
    );
  });

  it('orders V2 names newest first', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 2n }), (version) => {
        expect(formatVersionName('v2', version + 1n) < formatVersionName('v2', version)).toBe(true);
      }),
      { seed: 8 },
    );
  });

  it('refuses what no version is', () => {
    expect(() => formatVersionName('v2', -1n)).toThrow(RangeError);
    expect(() => formatVersionName('v1', 2n ** 64n)).toThrow(RangeError);
    expect(() => formatDetachedName(5n)).toThrow(RangeError);
    expect(formatDetachedName(2n ** 63n)).toBe('d9223372036854775808.manifest');
  });
});
