/** Explains every version of a branch to its plan, and turns what was decided into what the plan names (D9, D10, D12). */
import { explainVersions, type VersionExplanation } from '@/lib/engine/protection/protection-rules';
import type { PlanContext } from './cleanup-context';
import type { PlannedGroup, PlannedVersion } from './cleanup-plan';
import type { CleanupPolicy } from './cleanup-policy';
import { type BranchFacts, explainInput } from './survey/branch-facts';
import type { SurveyedVersion } from './survey/dataset-survey';
import { refuseOwnManifest } from './survey/plan-ground';
import { readTimes } from './survey/read-manifests';

/**
 * By stored times first; own times only of versions that those alone would let go, and which an age policy may still
 * keep.
 * @throws as reading manifests does
 */
export async function explainForPlan(
  context: PlanContext,
  policy: CleanupPolicy,
  facts: BranchFacts,
): Promise<readonly VersionExplanation[]> {
  const { target } = facts;
  const explain = (times: ReadonlyMap<SurveyedVersion, number | null>) => {
    const { page, holders, cleaner } = explainInput(facts, policy, times);
    return explainVersions(page, holders, cleaner);
  };
  const first = explain(new Map());
  if (policy.olderThanMs === null) return first;
  const open = new Set(first.filter((one) => isOpen(one, facts)).map(({ version }) => version));
  const asked = target.versions.filter(({ version }) => open.has(version));
  return explain(
    await readTimes(context, target.root, asked, (listed, manifest) =>
      refuseOwnManifest(target, listed, manifest),
    ),
  );
}

/** Whatever else holds it, the policy does not yet; the own time decides. */
function isOpen({ version, detached, protections }: VersionExplanation, { latest, retiring }: BranchFacts) {
  if (detached || version === latest || retiring.has(version)) return false;
  return protections.every(({ kind }) => kind !== 'policy');
}

/** Lowest version first; versions that are retired and gone but for their markers have no manifests. */
export function plannedVersions(
  { target, retiring }: BranchFacts,
  planned: ReadonlyMap<bigint, PlannedGroup>,
): readonly PlannedVersion[] {
  const versions = new Map<bigint, PlannedVersion>();
  for (const { version, key, size, etag, storedAt } of target.versions) {
    const group = planned.get(version);
    if (group === undefined) continue;
    const others = versions.get(version)?.manifests ?? [];
    versions.set(version, { version, group, manifests: [...others, { key, size, etag, storedAt }] });
  }
  const present = new Set(target.versions.map(({ version }) => version));
  for (const version of retiring) {
    if (!present.has(version)) versions.set(version, { version, group: 'resume', manifests: [] });
  }
  return [...versions.values()].sort((a, b) => (a.version < b.version ? -1 : 1));
}
