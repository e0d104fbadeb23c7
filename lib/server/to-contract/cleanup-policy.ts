/** A cleanup's policy between the wire, where versions are decimal text, and the engine. */
import type { CleanupPolicyView } from '@/lib/contracts/plans';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';

export function policyFrom({ beforeVersion, versions, ...rest }: CleanupPolicyView): CleanupPolicy {
  return {
    ...rest,
    beforeVersion: beforeVersion === null ? null : BigInt(beforeVersion),
    versions: versions === null ? null : versions.map(BigInt),
  };
}

export function policyView(policy: CleanupPolicy): CleanupPolicyView {
  const { beforeVersion, versions, keepTags, deleteUnverified, ...rest } = policy;
  return {
    ...rest,
    keepTags: [...keepTags],
    deleteUnverified: deleteUnverified === null ? null : { ...deleteUnverified },
    beforeVersion: beforeVersion === null ? null : `${beforeVersion}`,
    versions: versions === null ? null : versions.map(String),
  };
}
