/** The axis keeps the order of time: beats, then late, then silent, then how far silence is proven. */
import { describe, expect, it } from 'vitest';
import type { LockEvidence, LockLease } from '@/lib/contracts/locks';
import { beatAxisOf } from './beat-axis-rules';

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 12) + seconds * 1_000).toISOString();
const lease: LockLease = { source: 'beat', leaseMs: 30_000, lateMs: 20_000, silentMs: 45_000, pollMs: 5_000 };
const evidence: LockEvidence = {
  lockId: 'x',
  beats: [0, 80, 90, 100].map((seconds) => ({ name: `${seconds}`, seenAt: at(seconds) })),
  claim: null,
  listings: 9,
  answeredAt: at(125),
  silenceMs: 25_000,
};

describe('the axis', () => {
  it('has every beat of the last two leases, and the thresholds where they lie after the newest', () => {
    const axis = beatAxisOf(evidence, lease);
    expect(axis?.beats.map(({ name }) => name)).toEqual(['80', '90', '100']);
    const newest = axis?.beats.at(-1)?.x ?? Number.NaN;
    expect(newest).toBeLessThan(axis?.late ?? 0);
    expect(axis?.late).toBeLessThan(axis?.quiet ?? 0);
    expect(axis?.quiet).toBeLessThan(axis?.silent ?? 0);
    expect(axis?.silent).toBeLessThan(1);
  });

  it('keeps its thresholds apart, however long the silence: that one runs out of it', () => {
    const axis = beatAxisOf({ ...evidence, silenceMs: 600_000 }, lease);
    expect(axis?.quiet).toBe(1);
    expect((axis?.silent ?? 0) - (axis?.late ?? 0)).toBeGreaterThan(0.15);
    expect(axis?.missed.every((x) => x < 1)).toBe(true);
  });

  it('has a place for every beat that did not come, and none for one that may still be on its way', () => {
    const missed = (silenceMs: number) => beatAxisOf({ ...evidence, silenceMs }, lease)?.missed ?? [];
    expect(missed(14_000)).toHaveLength(0);
    expect(missed(15_000)).toHaveLength(1);
    expect(missed(25_000)).toHaveLength(2);
    expect(missed(3_600_000)).toHaveLength(8);
    expect(beatAxisOf({ ...evidence, silenceMs: 3_600_000 }, lease)?.missedCount).toBe(359);
    expect(beatAxisOf(evidence, { ...lease, leaseMs: null })?.missed).toEqual([]);
  });

  it('has a few round instants, in order and inside', () => {
    const ticks = beatAxisOf(evidence, lease)?.ticks ?? [];
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.length).toBeLessThanOrEqual(9);
    expect(ticks.every(({ at: text, x }) => Date.parse(text) % 10_000 === 0 && x >= 0 && x <= 1)).toBe(true);
  });

  it('is none without a beat', () => {
    expect(beatAxisOf({ ...evidence, beats: [] }, lease)).toBeNull();
  });
});
