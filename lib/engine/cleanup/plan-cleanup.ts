/** Plans a cleanup of one branch without writing anything: what would go, what stays and why, and what that rests on. */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { explainVersions, type VersionExplanation } from '@/lib/engine/protection/protection-rules';
import { metered } from '@/lib/engine/store/metered-store';
import type { PlanContext } from './cleanup-context';
import type { CleanupPlan, PlannedVersion } from './cleanup-plan';
import type { CleanupPolicy } from './cleanup-policy';
import { type CloneSearch, searchClones } from './clone-search';
import { planHash } from './plan-hash';
import { plannedObjects } from './plan-objects';
import { checkPolicy, decideVersions, recentFrom } from './plan-rules';
import { planSums } from './plan-sums';
import { type BranchFacts, branchFacts, explainInput } from './survey/branch-facts';
import type { SurveyedVersion } from './survey/dataset-survey';
import { addClonePins, addOwnNeeds, KeptNeeds, needsOfOtherFolders } from './survey/kept-needs';
import { groundOf, refuseManifests } from './survey/plan-ground';
import { readManifests } from './survey/read-manifests';
import { surveyDataset } from './survey/survey-dataset';

const noClones: CloneSearch = { pins: [], datasets: 0, manifests: 0 };

/**
 * Reads in proportion to what stays: planned manifests only where an age must be known, where an expired lease or an
 * earlier retirement stands, or where a young file may be theirs.
 * @throws `invalid_input` for the policy, `not_found` for the branch, `refused` with `details.reasons`, `unsupported`,
 * `corrupt` and `unavailable`: what cannot be read or judged ends the plan (G.5)
 */
export async function planCleanup(given: PlanContext, policy: CleanupPolicy): Promise<CleanupPlan> {
  checkPolicy(policy);
  const { store, meter } = metered(given.store);
  const context: PlanContext = { ...given, store };
  const survey = await surveyDataset(context);
  const storeTime = requireTime(survey.storeTime);
  const judgedAt = storageInstant(storeTime - context.clockMarginMs);
  const { root, planRules } = context;

  const outside = await context.outsideReasons({
    storeUri: store.uri,
    dataset: root.key,
    branch: policy.branch,
  });
  const facts = branchFacts(survey, policy.branch, outside, judgedAt);
  const { target } = facts;
  const clones = planRules.countsClones()
    ? await searchClones(context, rootUri(store, target.root))
    : noClones;
  const kept = planRules.countsLineage()
    ? await needsOfOtherFolders(context, survey, target)
    : new KeptNeeds();
  addClonePins(clones.pins, kept);

  const explained = await explain(context, policy, {
    ...facts,
    treePins: kept.treePins,
    clonePins: clones.pins,
  });
  const decided = decideVersions(policy, explained, facts.retiring);
  if (policy.taggedVersions === 'refuse' && decided.tagged.length > 0) throw taggedRefusal(decided.tagged);

  const staying = [...target.versions, ...target.detached].filter(
    (one) => one.scheme === 'detached' || !decided.planned.has(one.version),
  );
  const known = await addOwnNeeds(context, target, staying, kept);
  refuseManifests(target, staying, known);
  const versions = plannedVersions(facts, decided.planned);
  const now = planRules.unverifiedNow({ storeTime, hostMs: context.clock.wall() });
  const { objects, listed, manifestsRead } = await plannedObjects(context, {
    target,
    planned: decided.planned,
    kept,
    recentFrom: recentFrom(policy, now, context.clockMarginMs),
  });

  const content: Omit<CleanupPlan, 'hash'> = {
    format: 1,
    storeUri: store.uri,
    dataset: root.key,
    policy,
    namespace: facts.namespace,
    ground: groundOf(target, staying, known),
    latest: facts.latest,
    versions,
    objects,
    kept: decided.kept,
    ...planSums(versions, objects),
    observations: {
      storeTime,
      requests: meter.requests,
      bytes: meter.bytes,
      versionsListed: target.versions.length + target.detached.length,
      manifestsRead: kept.manifestsRead + clones.manifests + manifestsRead,
      objectsListed: listed,
      datasetsSearchedForClones: clones.datasets,
      notes: [
        `Clones outside the ${clones.datasets} other datasets that were read are not seen.`,
        ...survey.control.notes,
      ],
    },
  };
  return { ...content, hash: planHash(content) };
}

/** By stored times first; own times only of versions that those alone would let go. */
async function explain(
  context: PlanContext,
  policy: CleanupPolicy,
  facts: BranchFacts,
): Promise<readonly VersionExplanation[]> {
  const input = explainInput(facts, policy, new Map());
  const first = explainVersions(input.page, input.holders, input.cleaner);
  if (policy.olderThanMs === null) return first;
  const open = new Set(
    first.filter(({ verdict }) => verdict === 'reclaimable').map(({ version }) => version),
  );
  const candidates = facts.target.versions.filter(({ version }) => open.has(version));
  const read = await readManifests(context, facts.target.root, candidates);
  const times = new Map<SurveyedVersion, number | null>();
  for (const [index, one] of candidates.entries()) times.set(one, read[index]?.committedAtMs ?? null);
  const second = explainInput(facts, policy, times);
  return explainVersions(second.page, second.holders, second.cleaner);
}

function plannedVersions(
  { target, retiring }: BranchFacts,
  planned: ReturnType<typeof decideVersions>['planned'],
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

function requireTime(storeTime: StorageInstant | null): StorageInstant {
  if (storeTime !== null) return storeTime;
  throw new VamplateError('unsupported', 'The store states no time, so no age can be judged (A6).');
}

function taggedRefusal(tagged: ReturnType<typeof decideVersions>['tagged']): VamplateError {
  const reasons = tagged.flatMap(({ version, protections }) =>
    protections
      .filter(({ kind }) => kind === 'tag')
      .map(({ subject, since }) => ({
        kind: 'tag',
        subject,
        version: `${version}`,
        since,
        sentence: `Tag ${subject} is on version ${version}, which the policy would remove.`,
      })),
  );
  const names = [...new Set(reasons.map(({ subject }) => subject))];
  const some = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
  return new VamplateError('refused', `The policy selects versions that tags are on: ${some}.`, { reasons });
}
