/** Turns every holder into the reasons it gives, filed by version once: work grows with holders, not with versions. */
import type { StorageInstant } from '@/lib/base/clock';
import { judgeLease, leaseExpiry } from '@/lib/engine/leases/lease-rules';
import { heldByState, judgeIntent } from '@/lib/engine/references/reference-rules';
import type { StateName } from '@/lib/engine/references/state-records';
import { judgeOwnership, ownedUntil } from '@/lib/engine/retirement/ownership-rules';
import { advancedRuns, hasAdvanced, judgeMarker } from '@/lib/engine/retirement/retirement-rules';
import type {
  HolderFacts,
  IntentFact,
  LeaseFact,
  Protection,
  ProtectionStanding,
  RetirementFact,
  StateFact,
  TagFact,
} from './protection-facts';

/** How a reason ends by itself; `next_cleanup` is no obstacle to one that starts now. */
export type HoldEnd = 'never' | 'at_until' | 'next_cleanup' | 'unknown';

export interface Hold {
  readonly protection: Protection;
  readonly end: HoldEnd;
}

export interface HolderIndex {
  readonly facts: HolderFacts;
  readonly byVersion: ReadonlyMap<bigint, readonly Hold[]>;
  /** Reasons that every version of the branch has: shared, not copied. */
  readonly forAll: readonly Hold[];
  /** Names of this branch's tags by version. */
  readonly tagNames: ReadonlyMap<bigint, readonly string[]>;
  /** Versions whose retirement is sealed or committed: their policy window no longer keeps them (E). */
  readonly retiring: ReadonlySet<bigint>;
  /** Leases whose time is over: no reason to live, but a run's census has the last word (D9). */
  readonly expiredLeases: ReadonlyMap<bigint, readonly string[]>;
}

export function indexHolders(facts: HolderFacts): HolderIndex {
  const byVersion = new Map<bigint, Hold[]>();
  const tagNames = new Map<bigint, string[]>();
  const retiring = new Set<bigint>();
  const expiredLeases = new Map<bigint, string[]>();

  for (const tag of facts.tags) {
    const hold = tagHold(tag, facts.branch);
    if (hold === null) continue;
    file(byVersion, tag.version, hold);
    if (tag.branch === facts.branch) file(tagNames, tag.version, tag.name);
  }
  for (const pin of facts.pins) {
    const noticed = pin.evidence === 'identifier';
    file(byVersion, pin.version, {
      end: 'never',
      protection: {
        kind: 'branch',
        subject: pin.name,
        standing: 'active',
        holder: null,
        since: pin.storedAt,
        until: null,
        endsWhen: `branch ${pin.name} is deleted`,
        // Released and lease-aware code alike overlook a branch without identifier (C.3).
        honouredBy: noticed ? 'release_dependent' : 'unknown',
      },
    });
  }
  for (const lease of facts.leases) {
    const hold = leaseHold(lease);
    if (hold === null) file(expiredLeases, lease.version, lease.id);
    else file(byVersion, lease.version, hold);
  }
  const runs = advancedRuns(facts.markers);
  for (const marker of facts.markers) {
    if (marker.marker !== 'draining') retiring.add(marker.version);
    const hold = markerHold(marker, hasAdvanced(marker, runs), facts.storeTime);
    if (hold !== null) file(byVersion, marker.version, hold);
  }
  for (const intent of facts.intents) {
    const hold = intentHold(intent, facts.storeTime);
    if (hold !== null) file(byVersion, intent.version, hold);
  }
  for (const state of facts.states) {
    for (const [version, hold] of stateHolds(state, facts)) file(byVersion, version, hold);
  }
  for (const { version, ...outside } of facts.outside) {
    const protection = { ...outside, kind: 'outside', until: null, honouredBy: 'unknown' } as const;
    file(byVersion, version, { end: 'never', protection });
  }
  const forAll: Hold[] = facts.refusals.map((refusal) => unsupportedHold(refusal));
  for (const evidence of facts.unreadable) {
    if (evidence.version === null) forAll.push(unreadableHold(evidence.subject));
    else file(byVersion, evidence.version, unreadableHold(evidence.subject));
  }
  return { facts, byVersion, forAll, tagNames, retiring, expiredLeases };
}

function tagHold(tag: TagFact, branch: string | null): Hold | null {
  if (tag.visibility === 'tombstone') return null;
  const here = tag.branch === branch;
  // A tag whose branch cannot be read protects its number wherever it may belong (G.4).
  if (!here && tag.branchKnown) return null;
  return {
    end: here ? 'never' : 'unknown',
    protection: {
      kind: 'tag',
      subject: tag.name,
      standing: here ? 'active' : 'unknown',
      holder: null,
      since: tag.storedAt,
      until: null,
      endsWhen: `tag ${tag.name} is deleted or moved`,
      // A generation without its state is seen by released readers and by no lease-aware one (F.8).
      honouredBy: here && tag.visibility === 'visible' ? 'every' : 'release_dependent',
    },
  };
}

function leaseHold(lease: LeaseFact): Hold | null {
  const standing = judgeLease(lease, lease.listedAt);
  if (standing === 'expired') return null;
  return {
    end: standing === 'active' ? 'at_until' : 'unknown',
    protection: {
      kind: 'lease',
      subject: lease.id,
      standing,
      holder: lease.holder,
      since: lease.storedAt,
      until: leaseExpiry(lease.storedAt, lease.ttlMicros),
      endsWhen: 'the lease is released, or expires without renewal',
      honouredBy: 'lease_aware',
    },
  };
}

function markerHold(
  marker: RetirementFact,
  advanced: boolean,
  storeTime: StorageInstant | null,
): Hold | null {
  const judged = judgeMarker(marker, { storeTime, manifests: marker.manifests, advanced });
  // Anybody removes a draining marker without an owner: it keeps nothing.
  if (judged.standing === 'stale') return null;
  const common = {
    kind: 'retirement',
    subject: marker.marker,
    holder: null,
    since: marker.storedAt,
  } as const;
  const honouredBy = 'lease_aware';
  if (marker.marker === 'draining') {
    const standing = judged.standing === 'in_use' ? 'active' : 'unknown';
    const endsWhen = 'the cleanup that drains it seals it, lets it go, or loses its ownership';
    const end = standing === 'active' ? 'at_until' : 'unknown';
    return { end, protection: { ...common, standing, until: judged.ownedUntil, endsWhen, honouredBy } };
  }
  const standing =
    judged.standing === 'in_use' ? 'active' : judged.standing === 'unknown' ? 'unknown' : 'abandoned';
  const endsWhen =
    marker.marker === 'sealed'
      ? 'the next cleanup finishes this retirement, or cancels it because something needs the version'
      : 'the next cleanup deletes the version: this retirement cannot be undone';
  return { end: 'next_cleanup', protection: { ...common, standing, until: null, endsWhen, honouredBy } };
}

function intentHold(intent: IntentFact, storeTime: StorageInstant | null): Hold | null {
  // What a finished publication left behind keeps nothing; its reference does.
  if (intent.record?.state === 'completed') return null;
  const { standing } = judgeIntent(intent, storeTime);
  return {
    end: standing === 'active' ? 'at_until' : standing === 'expired' ? 'next_cleanup' : 'unknown',
    protection: {
      kind: 'intent',
      subject: intent.reference,
      standing,
      holder: null,
      since: intent.storedAt,
      until: ownedUntil(intent.storedAt),
      endsWhen:
        standing === 'expired'
          ? 'the next cleanup settles it'
          : `${intent.reference} is published, or its publisher loses the ownership and a cleanup settles it`,
      honouredBy: 'lease_aware',
    },
  };
}

function* stateHolds(state: StateFact, facts: HolderFacts): Iterable<readonly [bigint, Hold]> {
  const { record, reference } = state;
  for (const { target, certainty } of heldByState(record, state.canonical)) {
    if (target.namespace !== facts.namespace) continue;
    // A live state and its reference are one reason; the reference says it better.
    if (record.state === 'live' && certainty === 'certain') continue;
    const standing = certainty === 'unknown' ? 'unknown' : stateStanding(state, facts);
    const protection: Protection = {
      kind: 'reference_state',
      subject: `${reference}, ${record.state}`,
      standing,
      holder: null,
      since: state.storedAt,
      until: null,
      endsWhen: `${reference} is settled`,
      honouredBy: 'lease_aware',
    };
    yield [target.version, { end: stateEnd(record.state, standing), protection }];
  }
}

/** A pending state lives with its intent; without one, and for the other states, its own age says whose turn it is. */
function stateStanding({ record, storedAt }: StateFact, facts: HolderFacts): ProtectionStanding {
  const operation = record.state === 'pending' ? facts.operations.get(record.operationId) : undefined;
  if (operation !== undefined) return operation;
  const ownership = judgeOwnership(storedAt, facts.storeTime);
  return ownership === 'expired' ? 'abandoned' : ownership;
}

function stateEnd(state: StateName, standing: ProtectionStanding): HoldEnd {
  if (standing === 'unknown') return 'unknown';
  // Cleanups settle expired intents and what is being revoked or deleted; nobody settles a pending state alone (F.7).
  const settled = standing === 'expired' || (standing === 'abandoned' && state !== 'pending');
  return settled ? 'next_cleanup' : 'never';
}

function unsupportedHold(refusal: string): Hold {
  return {
    end: 'never',
    protection: {
      kind: 'unsupported',
      subject: refusal,
      standing: 'active',
      holder: null,
      since: null,
      until: null,
      endsWhen: 'a cleaner that understands it decides',
      honouredBy: 'release_dependent',
    },
  };
}

export function unreadableHold(subject: string): Hold {
  return {
    end: 'unknown',
    protection: {
      kind: 'unreadable',
      subject,
      standing: 'unknown',
      holder: null,
      since: null,
      until: null,
      endsWhen: `${subject} can be read`,
      honouredBy: 'unknown',
    },
  };
}

function file<T>(map: Map<bigint, T[]>, version: bigint, value: T): void {
  const list = map.get(version);
  if (list === undefined) map.set(version, [value]);
  else list.push(value);
}
