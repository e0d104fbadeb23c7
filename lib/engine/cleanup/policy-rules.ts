/** Which retention policy is in force: wrong values are reasons, never zeros (G.1). */

import { parseDuration } from '@/lib/base/duration-rules';
import { type EffectivePolicy, noPolicy } from '@/lib/engine/protection/retention-policy';

const prefix = 'lance.auto_cleanup.';

/** `lance.auto_cleanup.*` of one manifest, understood. */
export interface AutoCleanup {
  /** The keys as written, with their prefix. */
  readonly written: Readonly<Record<string, string>>;
  /** Null when it never runs by itself; 0 runs at every commit. */
  readonly interval: bigint | null;
  readonly policy: EffectivePolicy;
  readonly referencedBranch: boolean | null;
  readonly deleteRateLimit: bigint | null;
  /** Every value that is wrong: the run would fail, silently. */
  readonly problems: readonly string[];
}

/** @param config the manifest's config; null when no key of auto cleanup is set */
export function readAutoCleanup(config: ReadonlyMap<string, string>): AutoCleanup | null {
  const written = [...config].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (written.length === 0) return null;
  const problems: string[] = [];
  const value = (name: string) => config.get(prefix + name);
  const wrong = (name: string, reason: string) => {
    problems.push(`${prefix}${name} is ${JSON.stringify(value(name)?.slice(0, 80))}: ${reason}`);
    return null;
  };
  const positive = (name: string, least: bigint): bigint | null => {
    const text = value(name);
    if (text === undefined) return null;
    if (!/^\d{1,19}$/.test(text)) return wrong(name, 'not a whole number');
    const number = BigInt(text);
    return number < least ? wrong(name, `less than ${least}`) : number;
  };

  const interval = positive('interval', 0n);
  const retain = positive('retain_versions', 1n);
  const deleteRateLimit = positive('delete_rate_limit', 1n);
  const branch = value('referenced_branch');
  const isBoolean = branch === undefined || branch === 'true' || branch === 'false';
  if (!isBoolean) wrong('referenced_branch', 'neither true nor false');
  const olderThan = value('older_than');
  const age = olderThan === undefined ? null : parseDuration(olderThan);
  if (age?.kind === 'wrong') wrong('older_than', age.reason);

  const policy: EffectivePolicy = {
    source: 'auto_cleanup',
    olderThan: olderThan ?? null,
    olderThanMs: age?.kind === 'duration' ? age.ms : null,
    retainVersions: retain === null ? null : Number(retain > maxCount ? maxCount : retain),
    keepTags: [],
    unknownBecause: problems[0] ?? null,
  };
  return {
    written: Object.fromEntries(written),
    interval,
    policy: orUnknown(policy),
    referencedBranch: isBoolean && branch !== undefined ? branch === 'true' : null,
    deleteRateLimit,
    problems,
  };
}

const maxCount = BigInt(Number.MAX_SAFE_INTEGER);

/** A policy as the configuration states it, per lake or per dataset. */
export interface ConfiguredPolicy {
  readonly olderThan?: string | undefined;
  readonly retainVersions?: number | undefined;
  readonly keepTags?: readonly string[] | undefined;
}

/** The first of dataset override, lake, the dataset's own auto cleanup; otherwise none, and nothing is reclaimable. */
export function effectivePolicy(
  override: ConfiguredPolicy | null,
  lake: ConfiguredPolicy | null,
  autoCleanup: AutoCleanup | null,
): EffectivePolicy {
  if (override !== null) return configured(override, 'dataset_override');
  if (lake !== null) return configured(lake, 'lake');
  return autoCleanup === null ? noPolicy : autoCleanup.policy;
}

function configured(policy: ConfiguredPolicy, source: 'dataset_override' | 'lake'): EffectivePolicy {
  const { olderThan, retainVersions, keepTags = [] } = policy;
  const age = olderThan === undefined ? null : parseDuration(olderThan);
  const countWrong =
    retainVersions !== undefined && !(Number.isSafeInteger(retainVersions) && retainVersions >= 1);
  const problem =
    age?.kind === 'wrong'
      ? `olderThan: ${age.reason}`
      : countWrong
        ? 'retainVersions is not a count of at least 1'
        : null;
  return orUnknown({
    source,
    olderThan: olderThan ?? null,
    olderThanMs: age?.kind === 'duration' ? age.ms : null,
    retainVersions: countWrong ? null : (retainVersions ?? null),
    keepTags,
    unknownBecause: problem,
  });
}

/** In Lance a policy without a filter selects every version; here it is taken for one that somebody forgot to finish. */
function orUnknown(policy: EffectivePolicy): EffectivePolicy {
  if (policy.unknownBecause !== null) return policy;
  if (policy.olderThanMs !== null || policy.retainVersions !== null) return policy;
  return { ...policy, unknownBecause: 'the policy states neither an age nor a count' };
}
