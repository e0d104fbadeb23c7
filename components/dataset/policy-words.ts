/** The retention policy in words, with where it comes from; an unset policy is said, never guessed. */
import type { DatasetDetail } from '@/lib/contracts/datasets';

type Policy = DatasetDetail['policy'];

/** `the last 16 versions and everything younger than 14days`; null where there is no policy. */
export function policyKeeps({ olderThan, retainVersions, keepTags }: Policy): string | null {
  const parts = [
    retainVersions === null
      ? null
      : retainVersions === 1
        ? 'the last version'
        : `the last ${retainVersions} versions`,
    olderThan === null ? null : `everything younger than ${olderThan}`,
    keepTags.length === 0 ? null : `tags ${keepTags.join(', ')}`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const last = parts.pop();
  return parts.length === 0 ? (last ?? null) : `${parts.join(', ')} and ${last}`;
}

const sources: Readonly<Record<Policy['source'], string>> = {
  dataset_override: "this console's configuration for the dataset",
  lake: "this console's configuration for the lake",
  auto_cleanup: "the dataset's own lance.auto_cleanup settings",
  none: 'nowhere: none is set',
};

/** Where a policy comes from, in words. */
export function policySourceWords(source: Policy['source']): string {
  return sources[source];
}

/** One sentence for the identity row. */
export function policySentence(policy: Policy): string {
  const keeps = policyKeeps(policy);
  if (policy.source === 'none' || keeps === null) {
    return 'No policy is set: nothing is called reclaimable.';
  }
  return `Policy keeps ${keeps}, from ${sources[policy.source]}.`;
}
