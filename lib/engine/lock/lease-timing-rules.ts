/** Every length of time of the lease follows from L (cluster-lock.md, B and C); all of them are measured on monotonic clocks. */
import { VamplateError } from '@/lib/base/errors';

export const defaultLeaseMs = 30_000;
/** Proposed by the specification; the maximum is the sources'. */
export const minLeaseMs = 3_000;
export const maxLeaseMs = 600_000;

export interface LeaseTiming {
  readonly leaseMs: number;
  /** From the start of one beat's first attempt to the next beat: L/3. */
  readonly intervalMs: number;
  /** From the start of the first attempt of the last acknowledged beat to the fence: 2L/3. */
  readonly deadlineMs: number;
  /** Between two attempts at one beat. */
  readonly retryMs: number;
  /** The longest a single request of the owner may take. */
  readonly requestMs: number;
  /** Between two listings of a watch. */
  readonly pollMs: number;
  /** Proven silence after which a successor may claim: 1.5L. */
  readonly silentMs: number;
}

/** @throws `invalid_input` for a lease outside 3 to 600 seconds */
export function leaseTiming(leaseMs: number): LeaseTiming {
  if (!isLeaseLength(leaseMs)) {
    throw new VamplateError('invalid_input', 'A lease lasts 3 to 600 seconds.', { leaseMs });
  }
  return {
    leaseMs,
    intervalMs: leaseMs / 3,
    deadlineMs: (2 * leaseMs) / 3,
    retryMs: Math.min(1_000, leaseMs / 30),
    requestMs: leaseMs / 6,
    pollMs: leaseMs / 6,
    silentMs: 1.5 * leaseMs,
  };
}

export function isLeaseLength(leaseMs: number): boolean {
  return leaseMs >= minLeaseMs && leaseMs <= maxLeaseMs;
}

/** An observer never asks more often than once a second (G.2). */
export function observerPollMs(leaseMs: number): number {
  return Math.max(1_000, leaseMs / 6);
}

/** How long one request of an observer may take: long enough for a slow store, since a late listing proves what it was sent for. */
export function observerRequestMs(leaseMs: number): number {
  return Math.min(60_000, Math.max(5_000, leaseMs / 3));
}
