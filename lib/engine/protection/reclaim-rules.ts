/** What follows from a version's reasons: the verdict, the earliest end, and whether a released cleaner ignores them all. */
import type { StorageInstant } from '@/lib/base/clock';
import type { Hold } from './holder-rules';
import type { EarliestReclaim, Protection, ProtectionKind, Verdict } from './protection-facts';

/** Any reason keeps; an unknown one keeps too, and is called unknown. Reclaimable is only what has no reason at all. */
export function verdictOf(protections: readonly Protection[]): Verdict {
  let verdict: Verdict = 'reclaimable';
  for (const { kind, standing } of protections) {
    if (kind === 'latest') return 'latest';
    if (standing !== 'unknown' && kind !== 'policy') verdict = 'held';
    else if (verdict === 'held') continue;
    else if (standing === 'unknown') verdict = 'unknown';
    else if (verdict !== 'unknown') verdict = 'policy';
  }
  return verdict;
}

/** Kinds whose loss a tag would prevent; the others hold by themselves or are no holders at all. */
const tagCouldHold: ReadonlySet<ProtectionKind> = new Set([
  'lease',
  'intent',
  'reference_state',
  'retirement',
  'branch',
]);

/**
 * Amber (5.1): everything that keeps the version is overlooked by released cleaners, and one may come by.
 * @param releasedCleanerMayCome auto cleanup is set, or a released writer wrote the head (or nobody knows)
 */
export function atRiskOf(protections: readonly Protection[], releasedCleanerMayCome: boolean): boolean {
  if (!releasedCleanerMayCome) return false;
  let kept = false;
  for (const { kind, honouredBy } of protections) {
    if (honouredBy === 'every' || honouredBy === 'release_dependent') return false;
    kept ||= tagCouldHold.has(kind);
  }
  return kept;
}

/** @param estimated whether the manifest, and with it the version's own time, is still unread */
export function earliestOf(
  holds: readonly Hold[],
  estimated: boolean,
  storeTime: StorageInstant | null,
): EarliestReclaim {
  const never = holds.find((hold) => hold.end === 'never');
  if (never !== undefined) return { kind: 'never', because: nameOf(never.protection) };
  const unknown = holds.find((hold) => hold.end === 'unknown');
  if (unknown !== undefined) return { kind: 'unknown', because: nameOf(unknown.protection) };
  let at: StorageInstant | null = null;
  for (const { end, protection } of holds) {
    if (end === 'at_until' && protection.until !== null && (at === null || protection.until > at))
      at = protection.until;
  }
  if (at === null || (storeTime !== null && at <= storeTime)) return { kind: 'now', estimated };
  return { kind: 'at', at, estimated };
}

/** A reason as a phrase after 'No date: '. */
export function nameOf({ kind, subject }: Protection): string {
  switch (kind) {
    case 'latest':
      return 'it is the latest version';
    case 'tag':
      return `tag ${subject} holds it`;
    case 'branch':
      return `branch ${subject} needs it`;
    case 'lease':
      return `lease ${subject} holds it`;
    case 'intent':
      return `an intent for ${subject} holds it`;
    case 'reference_state':
      return `the state of ${subject} holds it`;
    case 'retirement':
      return `its retirement is ${subject}`;
    case 'policy':
      return `policy: ${subject}`;
    case 'detached':
      return 'it is a detached version';
    case 'unsupported':
      return subject;
    case 'unreadable':
      return `${subject} could not be read`;
    case 'outside':
      return `${subject} holds it`;
  }
}
