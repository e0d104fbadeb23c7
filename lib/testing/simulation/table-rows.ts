/** The rules as they are, with every row of the tables H.1 to H.4 counted when a decision falls into it. */
import type { CleanupRules, takeCensus } from '@/lib/engine/cleanup/census-rules';
import type { EngineRules } from '@/lib/engine/engine';
import type { LeaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import type { ReferenceRules } from '@/lib/engine/references/reference-protocol-rules';
import type { Availability, AvailabilityFacts } from '@/lib/engine/retirement/availability-rules';
import type { MarkerFact } from '@/lib/engine/retirement/retirement-rules';

export type Hit = (row: string) => void;

/** Every row that a schedule can meet; one that is never hit proves nothing. */
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
  'H.3 absent, fenced',
  'H.3 draining, lease held',
  'H.3 draining, sealed in time',
  'H.3 draining, sealed too late',
  'H.3 draining, owner lost',
  'H.3 sealed, lease held',
  'H.3 sealed, reference held',
  'H.3 sealed, committed',
  'H.3 sealed, owner lost, resumed',
  'H.3 sealed, owner lost, cancelled by recovery',
  'H.3 manifests gone, finalized',
  'H.3 committed, resumed',
  'H.4 none, marker on the target',
  'H.4 pending fresh, census',
  'H.4 pending fresh, published',
  'H.4 pending fresh, taken by others',
  'H.4 pending fresh, transport error',
  'H.4 pending expired, completed',
  'H.4 pending expired, revoked',
  'H.4 completed by the mid scheme',
] as const;

/** The decisions that schedules can meet, each by what is counted of it; the others are of stores, reading and costs. */
export const decisionRows = [
  'D1 commit sent again',
  'D4 refused without conditional delete',
  'D4 tag the released way',
  'D9 planned certain',
  'D9 planned conditional',
  'D9 planned resume',
  'D9 left new_retirement',
  'D10 left changed',
  'D11 stale',
  'D12 margin applied',
  'D13 clone holds',
  'D14 outside reason holds',
  'D15 left not_sealed_in_time',
  'D16 left held',
  'D16 incident told',
  'D17 left after its commit',
  'D18 whole seconds in HEAD, milliseconds in LIST',
  'D19 went on past its take-over',
  'D20 released reference held',
  'D20 late',
  'D21 branch deleted',
  'D21 branch kept',
  'D22 branch published',
  'D23 holder recorded',
] as const;

type Whole = Required<EngineRules>;

export function countedRules(rules: Whole, hit: Hit): Whole {
  return {
    ...rules,
    lease: countedLease(rules.lease, hit),
    cleanup: countedCleanup(rules.cleanup, hit),
    reference: countedReference(rules.reference, hit),
  };
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
    (census: typeof takeCensus, held: string): typeof takeCensus =>
    (leases, markedAt, margin) => {
      const answer = census(leases, markedAt, margin);
      if (answer.active.length > 0) hit(held);
      if (answer.active.length > 0 && margin > 0) hit('D12 margin applied');
      return answer;
    };
  return {
    ...rules,
    drainCensus: counted(rules.drainCensus, 'H.3 draining, lease held'),
    sealCensus: counted(rules.sealCensus, 'H.3 sealed, lease held'),
    sealedInTime: (drainedAt, sealedAt) => {
      const inTime = rules.sealedInTime(drainedAt, sealedAt);
      hit(inTime ? 'H.3 draining, sealed in time' : 'H.3 draining, sealed too late');
      return inTime;
    },
    afterCommit: (facts) => {
      const leaves = rules.afterCommit(facts);
      hit(leaves ? 'D17 left after its commit' : 'D17 as it was left');
      return leaves;
    },
  };
}

function countedReference(rules: ReferenceRules, hit: Hit): ReferenceRules {
  return {
    ...rules,
    beforeIntent: (facts) => {
      const answer = rules.beforeIntent(facts);
      if (answer.kind === 'retiring') hit('H.4 none, marker on the target');
      return answer;
    },
    counted: (book) => {
      const counted = rules.counted(book);
      for (const holds of counted.held.values()) {
        if (holds.some(({ kind }) => kind === 'intent')) hit('H.4 pending fresh, census');
      }
      return counted;
    },
    settleExpired: (facts) => {
      const end = rules.settleExpired(facts);
      const stands = end === 'complete' || end === 'keep';
      hit(stands ? 'H.4 pending expired, completed' : 'H.4 pending expired, revoked');
      return end;
    },
  };
}
