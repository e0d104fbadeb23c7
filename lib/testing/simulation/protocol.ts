/** The protocol's rules as the actors of one process follow them: the real ones, or with exactly one changed. */
import type { Clock } from '@/lib/base/clock';
import { storageInstant } from '@/lib/base/clock';
import { type CleanupRules, cleanupRules, takeCensus } from '@/lib/engine/cleanup/census-rules';
import { type LeaseRules, leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { precisionMs } from '@/lib/engine/retirement/ownership-rules';

export interface Protocol {
  readonly lease: LeaseRules;
  readonly cleanup: CleanupRules;
}

export const realProtocol: Protocol = { lease: leaseRules, cleanup: cleanupRules };

/** By name: the protocol with one rule changed, for a process with that host clock. */
export const mutants: Readonly<Record<string, (host: Clock) => Protocol>> = {
  'no second lease census': () => ({
    ...realProtocol,
    cleanup: { ...cleanupRules, sealCensus: () => ({ active: [], expired: [] }) },
  }),
  'acquire without its last check': () => ({
    ...realProtocol,
    lease: { ...leaseRules, afterLease: () => ({ kind: 'available', stale: [] }) },
  }),
  'renew without its last check': () => ({
    ...realProtocol,
    lease: { ...leaseRules, afterSuccessor: () => null },
  }),
  'no +1 s': () => {
    const census: typeof takeCensus = (leases, markedAt, margin) =>
      takeCensus(leases, storageInstant(markedAt + precisionMs), margin);
    return {
      lease: {
        ...leaseRules,
        expiry: (storedAt, ttlMicros) => storageInstant(leaseRules.expiry(storedAt, ttlMicros) - precisionMs),
      },
      cleanup: { ...cleanupRules, drainCensus: census, sealCensus: census },
    };
  },
  'host clocks compared': (host) => {
    const census: typeof takeCensus = (leases, _, margin) =>
      takeCensus(leases, storageInstant(host.wall()), margin);
    return { ...realProtocol, cleanup: { ...cleanupRules, drainCensus: census, sealCensus: census } };
  },
};
