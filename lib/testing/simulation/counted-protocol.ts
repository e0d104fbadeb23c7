/** The same protocol, with every row of the tables H.1 to H.3 counted when a decision falls into it. */
import type { CleanupRules, takeCensus } from '@/lib/engine/cleanup/census-rules';
import type { LeaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import type { Availability, AvailabilityFacts } from '@/lib/engine/retirement/availability-rules';
import type { MarkerFact } from '@/lib/engine/retirement/retirement-rules';
import type { Protocol } from './protocol';

type Hit = (row: string) => void;

/** Every row there is; one that is never hit proves nothing. */
export const tableRows = [
  'H.1 manifest missing',
  'H.1 no marker',
  'H.1 only stale drains',
  'H.1 fresh drain',
  'H.1 sealed or committed',
  'H.1 marker appeared between the checks',
  'H.2 own file missing',
  'H.2 sealed or committed before the successor',
  'H.2 sealed or committed after the successor',
  'H.2 successor at E or later',
  'H.2 renewed',
  'H.3 draining, lease held',
  'H.3 draining, sealed in time',
  'H.3 draining, sealed too late',
  'H.3 sealed, lease held',
  'H.3 sealed, committed',
] as const;

export function countedProtocol(protocol: Protocol, hit: Hit): Protocol {
  return { lease: countedLease(protocol.lease, hit), cleanup: countedCleanup(protocol.cleanup, hit) };
}

function countedLease(rules: LeaseRules, hit: Hit): LeaseRules {
  return {
    ...rules,
    beforeLease: (facts) => {
      const answer = rules.beforeLease(facts);
      hit(acquisitionRow(facts, answer));
      return answer;
    },
    afterLease: (facts) => {
      const answer = rules.afterLease(facts);
      if (answer.kind === 'retiring') hit('H.1 marker appeared between the checks');
      else hit(acquisitionRow(facts, answer));
      return answer;
    },
    beforeSuccessor: (markers) => {
      const marker = rules.beforeSuccessor(markers);
      if (marker !== null) hit('H.2 sealed or committed before the successor');
      return marker;
    },
    afterSuccessor: (markers) => renewalEnd(rules.afterSuccessor(markers), hit),
    inTime: (successorStoredAt, expiresAt) => {
      const inTime = rules.inTime(successorStoredAt, expiresAt);
      if (!inTime) hit('H.2 successor at E or later');
      return inTime;
    },
  };
}

function acquisitionRow(facts: AvailabilityFacts, answer: Availability): string {
  if (facts.manifest === 'absent') return 'H.1 manifest missing';
  if (answer.kind === 'retiring' && answer.because.marker === 'draining') return 'H.1 fresh drain';
  if (answer.kind === 'retiring') return 'H.1 sealed or committed';
  return facts.markers.length === 0 ? 'H.1 no marker' : 'H.1 only stale drains';
}

function renewalEnd(marker: MarkerFact | null, hit: Hit): MarkerFact | null {
  hit(marker === null ? 'H.2 renewed' : 'H.2 sealed or committed after the successor');
  return marker;
}

function countedCleanup(rules: CleanupRules, hit: Hit): CleanupRules {
  const counted =
    (census: typeof takeCensus, held: string, free: string | null): typeof takeCensus =>
    (leases, markedAt, margin) => {
      const answer = census(leases, markedAt, margin);
      const row = answer.active.length > 0 ? held : free;
      if (row !== null) hit(row);
      return answer;
    };
  return {
    ...rules,
    drainCensus: counted(rules.drainCensus, 'H.3 draining, lease held', null),
    sealCensus: counted(rules.sealCensus, 'H.3 sealed, lease held', 'H.3 sealed, committed'),
    sealedInTime: (drainedAt, sealedAt) => {
      const inTime = rules.sealedInTime(drainedAt, sealedAt);
      hit(inTime ? 'H.3 draining, sealed in time' : 'H.3 draining, sealed too late');
      return inTime;
    },
  };
}
