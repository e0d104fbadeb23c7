/** What a plan decides: which versions the policy lets go and nothing holds, in three groups, and when it is stale (G.1, D9, D11, D12). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { matchesPattern } from '@/lib/engine/protection/policy-window-rules';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import type { VersionExplanation } from '@/lib/engine/protection/protection-rules';
import type { EffectivePolicy } from '@/lib/engine/protection/retention-policy';
import type { CleanupPlan, KeptVersion, PlanGround, PlannedGroup } from './cleanup-plan';
import type { CleanupPolicy } from './cleanup-policy';
import { unverifiedMs } from './deletion-set-rules';
import type { FolderSurvey } from './survey/dataset-survey';

/** The decisions of a plan that can be put to the proof by changing one. */
export interface PlanRules {
  /** Whether what branches need of their ancestors' files stays. */
  countsLineage(): boolean;
  /** Whether what clones elsewhere need stays. */
  countsClones(): boolean;
  /** The clock by which files are unverified for 7 days. */
  unverifiedNow(times: { readonly storeTime: StorageInstant; readonly hostMs: number }): StorageInstant;
}

export const planRules: PlanRules = {
  countsLineage: () => true,
  countsClones: () => true,
  unverifiedNow: ({ storeTime }) => storeTime,
};

/** @throws `invalid_input` with what is wrong */
export function checkPolicy(policy: CleanupPolicy): void {
  const { olderThanMs, retainVersions, beforeVersion, versions, youngGuardMs, deleteUnverified } = policy;
  const wrong = (message: string, field: string) => new VamplateError('invalid_input', message, { field });
  if (olderThanMs === null && retainVersions === null && beforeVersion === null && versions === null) {
    throw wrong('A cleanup needs an age, a count, a highest version or a list of versions.', 'policy');
  }
  if (beforeVersion !== null && beforeVersion < 1n)
    throw wrong('No version is below this one.', 'beforeVersion');
  if (olderThanMs !== null && !(Number.isFinite(olderThanMs) && olderThanMs >= 0)) {
    throw wrong('The age is not a length of time.', 'olderThanMs');
  }
  if (retainVersions !== null && !(Number.isSafeInteger(retainVersions) && retainVersions >= 1)) {
    throw wrong('At least one version is retained.', 'retainVersions');
  }
  if (versions !== null && versions.length === 0) throw wrong('The list of versions is empty.', 'versions');
  if (!(Number.isFinite(youngGuardMs) && youngGuardMs >= 0)) {
    throw wrong('The guard of young versions is not a length of time.', 'youngGuardMs');
  }
  if (deleteUnverified !== null && deleteUnverified.attestation.trim() === '') {
    throw wrong('Somebody has to state that no writer runs.', 'deleteUnverified');
  }
}

/** The window that protection rules know; exact versions and the version before which all go are judged by `decideVersions`. */
export function windowPolicy(policy: CleanupPolicy): EffectivePolicy {
  return {
    source: 'dataset_override',
    olderThan: null,
    olderThanMs: policy.olderThanMs,
    retainVersions: policy.retainVersions,
    keepTags: policy.keepTags,
    unknownBecause: null,
  };
}

/** Objects stored from this instant on may belong to a commit under way (G.3, D12). */
export function recentFrom(
  policy: CleanupPolicy,
  now: StorageInstant,
  clockMarginMs: number,
): StorageInstant {
  if (policy.deleteUnverified !== null) return storageInstant(Number.POSITIVE_INFINITY);
  return storageInstant(now - clockMarginMs - unverifiedMs);
}

export interface DecidedVersions {
  readonly planned: ReadonlyMap<bigint, PlannedGroup>;
  readonly kept: readonly KeptVersion[];
  /** Tagged versions that the policy would select: Lance refuses to clean at all then. */
  readonly tagged: readonly KeptVersion[];
}

/**
 * @param explained every version of the branch, detached ones too
 * @param retiring versions that are sealed or committed now
 */
export function decideVersions(
  policy: CleanupPolicy,
  explained: readonly VersionExplanation[],
  retiring: ReadonlySet<bigint>,
): DecidedVersions {
  const named = policy.versions === null ? null : new Set(policy.versions);
  const planned = new Map<bigint, PlannedGroup>();
  const kept: KeptVersion[] = [];
  const tagged: KeptVersion[] = [];
  for (const { version, detached, protections, expiredLeases } of explained) {
    const isRetiring = !detached && retiring.has(version);
    const holding = isRetiring ? protections.filter(({ kind }) => kind !== 'retirement') : protections;
    const unselected = isRetiring ? [] : unselectedBy(policy, named, version);
    const left = [...holding, ...unselected];
    if (left.length > 0) {
      // Also its retirement is a reason: a run may cancel what the plan has seen, and nothing newer (D9).
      kept.push({ version, protections: isRetiring ? protections : left });
      if (isSelectedTag(policy, left)) tagged.push({ version, protections: left });
    } else if (isRetiring) planned.set(version, 'resume');
    else planned.set(version, expiredLeases.length > 0 ? 'conditional' : 'certain');
  }
  return { planned, kept, tagged };
}

/** Nothing but tags and other holders keeps it: the policy itself would let it go. */
function isSelectedTag(policy: CleanupPolicy, protections: readonly Protection[]): boolean {
  const tags = protections.filter(({ kind }) => kind === 'tag');
  if (tags.length === 0 || protections.some(({ kind }) => kind === 'policy' || kind === 'latest'))
    return false;
  return tags.some(({ subject }) => !policy.keepTags.some((pattern) => matchesPattern(pattern, subject)));
}

/** What the filters by number say for a version's staying. */
function unselectedBy(
  { beforeVersion }: CleanupPolicy,
  named: ReadonlySet<bigint> | null,
  version: bigint,
): readonly Protection[] {
  const tooHigh = beforeVersion !== null && version >= beforeVersion;
  return [
    ...(named === null || named.has(version)
      ? []
      : [byNumber('not among the versions named', 'a plan names it')]),
    ...(tooHigh ? [byNumber(`not below version ${beforeVersion}`, 'a plan goes beyond it')] : []),
  ];
}

function byNumber(subject: string, endsWhen: string): Protection {
  const since = { holder: null, since: null, until: null };
  return { kind: 'policy', subject, standing: 'active', ...since, endsWhen, honouredBy: 'unknown' };
}

/**
 * Why a run must not follow its plan any more; empty when it may. New commits, leases and references are no reason: they
 * shrink the run (D11).
 * @param target the branch as it is now
 */
export function staleReasons(plan: CleanupPlan, target: FolderSurvey, ground: PlanGround): readonly string[] {
  const reasons: string[] = [];
  if (ground.scheme !== plan.ground.scheme) reasons.push('the naming scheme changed');
  if (ground.readerFlags !== plan.ground.readerFlags || ground.writerFlags !== plan.ground.writerFlags) {
    reasons.push('the feature flags changed');
  }
  const now = new Map([...target.versions, ...target.detached].map((one) => [one.key, one]));
  for (const { version, manifests } of plan.versions) {
    for (const { key, etag } of manifests) {
      const found = now.get(key);
      if (found !== undefined && found.etag !== etag)
        reasons.push(`the manifest of version ${version} is another one`);
    }
  }
  const present = new Set([...target.versions, ...target.detached].map(({ version }) => version));
  for (const { version } of plan.kept) {
    if (!present.has(version)) reasons.push(`version ${version}, which stays, is gone`);
  }
  return reasons;
}
