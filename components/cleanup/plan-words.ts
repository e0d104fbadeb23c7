/** A plan in words: its policy in one line, and the names of its classes and reasons. */

import { formatCount, plural } from '@/components/ui/format-count';
import type { IconName } from '@/components/ui/icon-paths';
import { formatDuration } from '@/lib/base/format-duration';
import type { CleanupPolicyView, PlanPreview } from '@/lib/contracts/plans';

/** `older than 14 d and beyond the newest 20` */
export function policyWords(policy: CleanupPolicyView): string {
  const { olderThanMs, retainVersions, beforeVersion, versions, branch } = policy;
  const filters = [
    olderThanMs === null ? null : `older than ${formatDuration(olderThanMs)}`,
    retainVersions === null ? null : `beyond the newest ${formatCount(retainVersions)}`,
    beforeVersion === null ? null : `below version ${beforeVersion}`,
    versions === null
      ? null
      : versions.length === 1
        ? `version ${versions[0]}`
        : `one of ${versions.length} versions`,
  ].filter((words) => words !== null);
  return `${filters.join(' and ')}${branch === null ? '' : `, on branch ${branch}`}`;
}

/** What else the policy says, one line each. */
export function policyNotes({ keepTags, taggedVersions, deleteUnverified, youngGuardMs }: CleanupPolicyView) {
  return [
    `What is younger than ${formatDuration(youngGuardMs)} stays.`,
    ...(keepTags.length === 0 ? [] : [`Versions tagged ${keepTags.join(', ')} stay.`]),
    taggedVersions === 'keep'
      ? 'Other tagged versions stay too.'
      : 'Another tagged version refuses the plan.',
    deleteUnverified === null
      ? 'Files that no manifest mentions go only after 7 days.'
      : `Files that no manifest mentions go at once: “${deleteUnverified.attestation}”`,
  ];
}

export const classWords: Readonly<Record<string, string>> = {
  data: 'Data files',
  blob: 'Blob files',
  deletion: 'Deletion files',
  index: 'Index files',
  transaction: 'Transaction files',
  temporary: 'Temporary files',
  manifest: 'Manifests',
};

export const reasonWords: Readonly<Record<string, readonly [IconName, string]>> = {
  latest: ['head', 'Latest version'],
  tag: ['tag', 'Tags'],
  branch: ['branch', 'Branches and clones'],
  lease: ['lease', 'Leases'],
  intent: ['intent', 'Intents'],
  reference_state: ['ref', 'Reference states'],
  retirement: ['retire', 'Retirements under way'],
  policy: ['policy', 'Policy'],
  detached: ['version', 'Detached versions'],
  unsupported: ['unk', 'Not understood'],
  unreadable: ['stop', 'Not readable'],
  outside: ['pin', 'Held from outside'],
};

/** `4 versions and 12 objects` */
export function whatGoes({ versions, most }: Pick<PlanPreview, 'versions' | 'most'>): string {
  return `${plural(versions.total, 'version')} and ${plural(most.objects, 'object')}`;
}
