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

  it('still ends after a silence that went far beyond', () => {
    expect(beatAxisOf({ ...evidence, silenceMs: 600_000 }, lease)?.quiet).toBeLessThan(1);
  });

  it('is none without a beat', () => {
    expect(beatAxisOf({ ...evidence, beats: [] }, lease)).toBeNull();
  });
});
