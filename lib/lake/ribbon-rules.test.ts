import { describe, expect, it } from 'vitest';
import {
  binVersions,
  foldMarks,
  type RibbonMarkFacts,
  type RibbonVersion,
  ribbonLimits,
} from './ribbon-rules';

function history(length: number): RibbonVersion[] {
  return Array.from({ length }, (_, index) => ({
    version: BigInt(length - index),
    verdict: index === 0 ? 'latest' : index % 2 ? 'held' : 'reclaimable',
    operation: 'Append',
    storedAt: (length - index) * 1000,
  }));
}

function leases(count: number): RibbonMarkFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    lane: 'leases',
    version: BigInt(index + 1),
    subject: `lease ${index}`,
    state: 'lease',
    standing: index === 500 ? 'expired' : 'active',
    since: null,
    until: null,
    count: 1,
  }));
}

describe('binVersions', () => {
  it.each([0, 1, 41, 400, 401, 1000, 340_000])(
    '%i versions: every one is counted once, in order',
    (length) => {
      const bins = binVersions(history(length));
      expect(bins.length).toBeLessThanOrEqual(ribbonLimits.single + ribbonLimits.binned);
      expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(length);
      for (const [index, bin] of bins.entries()) {
        expect(bin.from <= bin.to).toBe(true);
        const before = bins[index - 1];
        if (before) expect(before.to < bin.from).toBe(true);
      }
    },
  );

  it('shows the newest one by one and names no operation for a bin of several', () => {
    const bins = binVersions(history(4000));
    expect(bins.at(-1)).toMatchObject({ from: 4000n, to: 4000n, operation: 'Append' });
    expect(bins[0]).toMatchObject({ from: 1n, operation: null });
    expect(bins[0]?.storedFrom).toBe(1000);
  });
});

describe('foldMarks', () => {
  it('keeps all marks while they fit, without those older than the picture', () => {
    expect(foldMarks(leases(100), 51n)).toHaveLength(50);
  });

  it('folds neighbours into the one that needs a person, and counts them', () => {
    const folded = foldMarks(leases(10_000), 1n);
    expect(folded.length).toBeLessThanOrEqual(ribbonLimits.marksPerLane);
    expect(folded.reduce((sum, mark) => sum + mark.count, 0)).toBe(10_000);
    expect(folded.filter((mark) => mark.standing === 'expired')).toHaveLength(1);
  });
});
