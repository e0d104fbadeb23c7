/** By name: the protocol with exactly one rule broken, for a process with that host clock. The simulation must find each. */
import type { Clock } from '@/lib/base/clock';
import { storageInstant } from '@/lib/base/clock';
import { type CleanupRules, cleanupRules, takeCensus } from '@/lib/engine/cleanup/census-rules';
import { type PlanRules, planRules } from '@/lib/engine/cleanup/plan-rules';
import { type LeaseRules, leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { type ReferenceRules, referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { precisionMs } from '@/lib/engine/retirement/ownership-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { blindlyRetrying, takingRefusalForPresence, takingUnreadableForAbsent } from './broken-stores';

export interface Protocol {
  readonly rules: {
    readonly lease: LeaseRules;
    readonly reference: ReferenceRules;
    readonly plan: PlanRules;
    readonly cleanup: CleanupRules;
  };
  readonly store: (store: ObjectStore) => ObjectStore;
}

const rules = { lease: leaseRules, reference: referenceRules, plan: planRules, cleanup: cleanupRules };

export const realProtocol: Protocol = { rules, store: (store) => store };

const withLease = (changed: Partial<LeaseRules>): Protocol => ({
  ...realProtocol,
  rules: { ...rules, lease: { ...leaseRules, ...changed } },
});
const withCleanup = (changed: Partial<CleanupRules>): Protocol => ({
  ...realProtocol,
  rules: { ...rules, cleanup: { ...cleanupRules, ...changed } },
});
const withPlan = (changed: Partial<PlanRules>): Protocol => ({
  ...realProtocol,
  rules: { ...rules, plan: { ...planRules, ...changed } },
});
const withReference = (changed: Partial<ReferenceRules>): Protocol => ({
  ...realProtocol,
  rules: { ...rules, reference: { ...referenceRules, ...changed } },
});
const withStore = (store: Protocol['store']): Protocol => ({ ...realProtocol, store });

export const mutants: Readonly<Record<string, (host: Clock) => Protocol>> = {
  'no second lease census': () => withCleanup({ sealCensus: () => ({ active: [], expired: [] }) }),
  'no reference census': () => withReference({ counted: () => ({ held: new Map(), everything: [] }) }),
  'no post-commit check': () => withCleanup({ afterCommit: () => false }),
  'no new-manifest read in the guard': () => withCleanup({ readsNewManifests: () => false }),
  'acquire without its last check': () => withLease({ afterLease: () => ({ kind: 'available', stale: [] }) }),
  'renew without its last check': () => withLease({ afterSuccessor: () => null }),
  'host clocks compared': (host) => {
    const census: typeof takeCensus = (leases, _, margin) =>
      takeCensus(leases, storageInstant(host.wall()), margin);
    return withCleanup({ drainCensus: census, sealCensus: census });
  },
  'no +1 s': () => {
    const census: typeof takeCensus = (leases, markedAt, margin) =>
      takeCensus(leases, storageInstant(markedAt + precisionMs), margin);
    const expiry: LeaseRules['expiry'] = (storedAt, ttlMicros) =>
      storageInstant(leaseRules.expiry(storedAt, ttlMicros) - precisionMs);
    return {
      ...realProtocol,
      rules: {
        ...rules,
        lease: { ...leaseRules, expiry },
        cleanup: { ...cleanupRules, drainCensus: census, sealCensus: census },
      },
    };
  },
  // The five minutes of D15 would hide that the 901 seconds of E are gone: both ask how late a seal may be.
  'no 901 s check at seal': () => withCleanup({ sealedInTime: () => true, groupSealedInTime: () => true }),
  'no state snapshot': () => withReference({ hasMoved: () => false }),
  'no branch lineage': () => withPlan({ countsLineage: () => false }),
  'clones ignored': () => withPlan({ countsClones: () => false }),
  'manifests first': () => withCleanup({ deletionOrder: () => 'manifests_first' }),
  'anchor first': () => withCleanup({ finalizeOrder: (ordered) => [...ordered].reverse() }),
  'run widens plan': () => withCleanup({ keepsToPlan: () => false }),
  'blind retry of a conditional write': (host) => withStore((store) => blindlyRetrying(store, host)),
  '409 as exists': () => withStore(takingRefusalForPresence),
  'cancel after an unknown commit': () => withCleanup({ onUndecided: () => 'cancel' }),
  'host clock in the 7-day rule': () => withPlan({ unverifiedNow: ({ hostMs }) => storageInstant(hostMs) }),
  'unreadable as absent': () => withStore(takingUnreadableForAbsent),
};
