/** The refusal rule, bit by bit: what is not known to be harmless is never cleaned. */
import { describe, expect, it } from 'vitest';
import { type FlagEvidence, featureFlags, flagNames, judgeFlags } from './feature-flags';

function manifest(over: Partial<FlagEvidence> = {}): FlagEvidence {
  return {
    readerFlags: 0n,
    writerFlags: 0n,
    maxFragmentId: 3,
    unknownFields: [],
    counts: { fragments: 4 },
    ...over,
  };
}

describe('judgeFlags', () => {
  it.each([0n, 1n, 2n, 4n, 8n, 16n, 32n, 64n, 128n, 255n])('%s may be cleaned', (flags) => {
    expect(judgeFlags(manifest({ readerFlags: flags, writerFlags: flags }))).toEqual({
      readable: true,
      cleanable: true,
      unknownBits: 0n,
      reasons: [],
    });
  });

  it.each([256n, 1024n, 2048n, 4096n, 2n ** 63n])(
    '64. (ours) unknown or unsupported flag bit %s refuses',
    (bit) => {
      expect(judgeFlags(manifest({ readerFlags: bit | 1n })).cleanable).toBe(false);
      expect(judgeFlags(manifest({ writerFlags: bit | 1n })).cleanable).toBe(false);
    },
  );

  it('names the unknown bits of either mask', () => {
    const verdict = judgeFlags(manifest({ readerFlags: 1024n, writerFlags: 2n ** 63n }));
    expect(verdict).toMatchObject({ readable: false, unknownBits: 1024n | (2n ** 63n) });
    expect(verdict.reasons).toEqual([
      'unknown feature flag 1024',
      'unknown feature flag 9223372036854775808',
    ]);
  });

  it('reads what only a writer must understand', () => {
    expect(judgeFlags(manifest({ writerFlags: 1024n }))).toMatchObject({ readable: true, cleanable: false });
  });

  it.each([
    ['with fragments', {}, true],
    ['in a table that never had a fragment', { counts: { fragments: 0 }, maxFragmentId: null }, true],
    ['without fragments where there were some', { counts: { fragments: 0 } }, false],
    [
      'beside an unknown Manifest field above 21',
      { unknownFields: [{ message: 'Manifest', field: 22 }] },
      false,
    ],
    ['beside an unknown field elsewhere', { unknownFields: [{ message: 'DataFile', field: 30 }] }, true],
    ['beside the reserved field 17', { unknownFields: [{ message: 'Manifest', field: 17 }] }, true],
  ] as const)('bit 512 %s', (_what, over, cleanable) => {
    expect(judgeFlags(manifest({ readerFlags: 512n, writerFlags: 512n, ...over })).cleanable).toBe(cleanable);
  });
});

describe('flagNames', () => {
  it('names known bits and numbers the others', () => {
    expect(flagNames(1n | 16n | 4096n)).toEqual(['deletion files', 'base paths', 'unknown flag 4096']);
    expect(flagNames(0n)).toEqual([]);
  });

  it('has each bit once', () => {
    expect(new Set(featureFlags.map(({ bit }) => bit)).size).toBe(featureFlags.length);
  });
});
