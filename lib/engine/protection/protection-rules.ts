/** For every version the full list of reasons it may not die, what follows from them, and who honours them (5.1, 5.2). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { type Hold, type HolderIndex, unreadableHold } from './holder-rules';
import { type Rank, type Window, type WindowReason, windowOf } from './policy-window-rules';
import type { CleanerFacts, EarliestReclaim, Protection, Verdict, VersionFact } from './protection-facts';
import { atRiskOf, earliestOf, verdictOf } from './reclaim-rules';
import type { EffectivePolicy } from './retention-policy';

/** A contiguous piece of the listing, or all of it. */
export interface VersionPage {
  readonly versions: readonly VersionFact[];
  /** The branch's latest attached version; null when it could not be established. */
  readonly latest: bigint | null;
  /** How many attached versions are newer than the newest of the page; null when they were not all listed. */
  readonly newerThanPage: number | null;
}

export interface VersionExplanation {
  readonly version: bigint;
  readonly detached: boolean;
  readonly protections: readonly Protection[];
  readonly verdict: Verdict;
  /** Kept only by reasons a released cleaner overlooks, while one may come by: a tag would hold it. */
  readonly atRisk: boolean;
  readonly earliestReclaim: EarliestReclaim;
  /** Ids of leases whose time is over: a run's census has the last word on the version (D9). */
  readonly expiredLeases: readonly string[];
}

/** One explanation per version of the page, in its order. */
export function explainVersions(
  page: VersionPage,
  holders: HolderIndex,
  cleaner: CleanerFacts,
): readonly VersionExplanation[] {
  const ranks = ranksOf(page);
  return page.versions.map((version, index) =>
    explainVersion(version, ranks[index] ?? { kind: 'unknown' }, page.latest, holders, cleaner),
  );
}

function explainVersion(
  version: VersionFact,
  rank: Rank,
  latest: bigint | null,
  holders: HolderIndex,
  cleaner: CleanerFacts,
): VersionExplanation {
  const { storeTime } = holders.facts;
  const isLatest = !version.detached && version.version === latest;
  const retiring = holders.retiring.has(version.version);
  const tags = holders.tagNames.get(version.version) ?? none;
  const windowFor = (policy: EffectivePolicy) => windowOf(policy, version, rank, tags, storeTime);
  const window = windowFor(cleaner.policy);

  const holds: Hold[] = [];
  if (isLatest) holds.push(latestHold(version.storedAt));
  if (version.detached) holds.push(detachedHold(version.storedAt));
  holds.push(...(holders.byVersion.get(version.version) ?? []));
  // A sealed or committed retirement goes on whatever the policy (E, contract test 46).
  if (!version.detached && !retiring) holds.push(...policyHolds(window, version, cleaner, storeTime));
  for (const reason of version.flagReasons) holds.push(flagHold(reason));
  if (version.read === 'failed') holds.push(unreadableHold('its manifest'));
  if (latest === null) holds.push(unreadableHold('the latest version'));
  holds.push(...holders.forAll);

  const protections = holds.map((hold) => hold.protection);
  const autoKeeps = cleaner.autoCleanup !== null && windowFor(cleaner.autoCleanup).keeps.length > 0;
  return {
    version: version.version,
    detached: version.detached,
    protections,
    verdict: verdictOf(protections),
    atRisk:
      !isLatest &&
      !autoKeeps &&
      atRiskOf(protections, cleaner.autoCleanup !== null || cleaner.releasedWriter !== false),
    earliestReclaim: earliestOf(holds, version.read !== 'read', storeTime),
    expiredLeases: holders.expiredLeases.get(version.version) ?? none,
  };
}

const none: readonly string[] = [];

/**
 * The place of each version among the attached ones, newest first. Where the newer ones were not all listed only the
 * distance of the numbers is known, which holes can make smaller but never larger.
 */
export function ranksOf({ versions, latest, newerThanPage }: VersionPage): readonly Rank[] {
  const order = versions
    .map((fact, index) => ({ fact, index }))
    .filter(({ fact }) => !fact.detached)
    .sort((a, b) => (a.fact.version === b.fact.version ? 0 : a.fact.version < b.fact.version ? 1 : -1));
  const ranks = new Array<Rank>(versions.length).fill({ kind: 'unknown' });
  for (const [place, { fact, index }] of order.entries()) {
    if (newerThanPage !== null) ranks[index] = { kind: 'exact', newer: newerThanPage + place };
    else if (latest !== null) ranks[index] = { kind: 'at_most', newer: latest - fact.version };
  }
  return ranks;
}

function policyHolds(
  window: Window,
  version: VersionFact,
  { policy, youngGuardMs }: CleanerFacts,
  storeTime: StorageInstant | null,
): Hold[] {
  const holds = window.keeps.map((reason) => policyHold(reason, policy, version.storedAt));
  if (window.unknownBecause !== null && holds.length === 0) {
    const { unknownBecause } = window;
    const endsWhen = 'the policy can be applied and lets it go';
    holds.push({
      end: 'unknown',
      protection: {
        ...policyCommon(policy, version.storedAt),
        subject: unknownBecause,
        standing: 'unknown',
        endsWhen,
      },
    });
  }
  const young = storageInstant(version.storedAt + youngGuardMs);
  if (youngGuardMs > 0 && policy.unknownBecause === null && storeTime !== null && young > storeTime) {
    const endsWhen = 'it has been stored long enough for a plan to take it';
    const common = { ...policyCommon(policy, version.storedAt), honouredBy: 'unknown' } as const;
    holds.push({
      end: 'at_until',
      protection: { ...common, subject: 'just stored', until: young, endsWhen },
    });
  }
  return holds;
}

function policyHold(reason: WindowReason, policy: EffectivePolicy, storedAt: StorageInstant): Hold {
  const common = policyCommon(policy, storedAt);
  switch (reason.kind) {
    case 'age': {
      const subject = `younger than ${policy.olderThan ?? `${policy.olderThanMs} ms`}`;
      const endsWhen = `it is older than ${policy.olderThan ?? `${policy.olderThanMs} ms`}`;
      return { end: 'at_until', protection: { ...common, subject, until: reason.until, endsWhen } };
    }
    case 'newest': {
      const { commitsLeft } = reason;
      const more =
        commitsLeft === 1 ? '1 more version is committed' : `${commitsLeft} more versions are committed`;
      const endsWhen = commitsLeft === null ? 'enough newer versions are committed' : more;
      return { end: 'never', protection: { ...common, subject: `last ${policy.retainVersions}`, endsWhen } };
    }
    case 'tag': {
      const endsWhen = `tag ${reason.tag} is deleted or moved, or the policy drops ${reason.pattern}`;
      return { end: 'never', protection: { ...common, subject: `tags like ${reason.pattern}`, endsWhen } };
    }
  }
}

function policyCommon(policy: EffectivePolicy, since: StorageInstant): Protection {
  return {
    kind: 'policy',
    subject: '',
    standing: 'active',
    holder: null,
    since,
    until: null,
    endsWhen: '',
    // Other cleaners see the policy in the manifest; one in this console's configuration is known to no other.
    honouredBy: policy.source === 'auto_cleanup' ? 'every' : 'unknown',
  };
}

function latestHold(since: StorageInstant): Hold {
  const endsWhen = 'a newer version is committed';
  return {
    end: 'never',
    protection: { ...fixed, kind: 'latest', subject: 'latest', since, endsWhen, honouredBy: 'every' },
  };
}

function detachedHold(since: StorageInstant): Hold {
  const endsWhen = 'somebody removes the detached manifest by hand';
  // Released cleanup leaves the manifest and deletes after 7 days the files that only it needs (J 11).
  return {
    end: 'never',
    protection: { ...fixed, kind: 'detached', subject: '', since, endsWhen, honouredBy: 'unknown' },
  };
}

function flagHold(subject: string): Hold {
  const endsWhen = 'a cleaner that understands it decides';
  return {
    end: 'never',
    protection: {
      ...fixed,
      kind: 'unsupported',
      subject,
      since: null,
      endsWhen,
      honouredBy: 'release_dependent',
    },
  };
}

const fixed = { standing: 'active', holder: null, until: null } as const;
