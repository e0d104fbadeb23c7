/** Plans a cleanup of one branch without writing anything: what would go, what stays and why, and what that rests on. */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import type { PlanContext } from './cleanup-context';
import type { CleanupPlan } from './cleanup-plan';
import type { CleanupPolicy } from './cleanup-policy';
import { type CloneSearch, searchClones } from './clone-search';
import { keepingOnError } from './outside-reasons';
import { planHash } from './plan-hash';
import { plannedObjects } from './plan-objects';
import { type PlanProgress, PlanWatch } from './plan-progress';
import { checkPolicy, decideVersions, recentFrom } from './plan-rules';
import { planSums } from './plan-sums';
import { explainForPlan, plannedVersions } from './plan-versions';
import { branchFacts } from './survey/branch-facts';
import type { FolderSurvey } from './survey/dataset-survey';
import { addClonePins, addOwnNeeds, KeptNeeds, needsOfOtherFolders } from './survey/kept-needs';
import { groundOf } from './survey/plan-ground';
import { readManifests } from './survey/read-manifests';
import { surveyDataset } from './survey/survey-dataset';

const noClones: CloneSearch = { pins: [], datasets: 0, manifests: 0 };

export interface PlanOptions {
  readonly onProgress?: (progress: PlanProgress) => void;
}

/**
 * Reads in proportion to what stays: planned manifests only where an age must be known, where an expired lease or an
 * earlier retirement stands, or where a young file may be theirs.
 * @throws `invalid_input` for the policy, `not_found` for the branch, `refused` with `details.reasons`, `unsupported`,
 * `corrupt` and `unavailable`: what cannot be read or judged ends the plan (G.5)
 */
export async function planCleanup(
  given: PlanContext,
  policy: CleanupPolicy,
  options: PlanOptions = {},
): Promise<CleanupPlan> {
  checkPolicy(policy);
  const watch = new PlanWatch(options.onProgress);
  const { context, meters } = counted(given, watch);
  const { store } = context;
  watch.begin('survey');
  const survey = await surveyDataset(context);
  const storeTime = requireTime(survey.storeTime);
  const judgedAt = storageInstant(storeTime - context.clockMarginMs);
  const { root, planRules } = context;

  const outside = await keepingOnError(context.outsideReasons)({
    storeUri: store.uri,
    dataset: root.key,
    branch: policy.branch,
  });
  const facts = branchFacts(survey, policy.branch, outside, judgedAt);
  const { target } = facts;
  watch.begin('clones');
  const clones = planRules.countsClones()
    ? await searchClones(context, rootUri(store, target.root))
    : noClones;
  watch.begin('branches');
  const kept = planRules.countsLineage()
    ? await needsOfOtherFolders(context, survey, target)
    : new KeptNeeds();
  addClonePins(clones.pins, kept);

  watch.begin('ages');
  const explained = await explainForPlan(context, policy, {
    ...facts,
    treePins: kept.treePins,
    clonePins: clones.pins,
  });
  const decided = decideVersions(policy, explained, facts.retiring);
  if (policy.taggedVersions === 'refuse' && decided.tagged.length > 0) throw taggedRefusal(decided.tagged);

  const staying = [...target.versions, ...target.detached].filter(
    (one) => one.scheme === 'detached' || !decided.planned.has(one.version),
  );
  watch.begin('kept');
  await addOwnNeeds(context, target, staying, kept);
  const latest = staying.filter((one) => one.scheme !== 'detached' && one.version === facts.latest);
  const ground = groundOf(target, latest, await readManifests(context, target.root, latest));
  const versions = plannedVersions(facts, decided.planned);
  const now = planRules.unverifiedNow({ storeTime, hostMs: context.clock.wall() });
  watch.begin('objects');
  const { objects, listed, manifestsRead } = await plannedObjects(context, watch, {
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
    ground,
    latest: facts.latest,
    versions,
    objects,
    kept: decided.kept,
    ...planSums(versions, objects),
    observations: {
      storeTime,
      requests: meters.reduce((sum, meter) => sum + meter.requests, 0),
      bytes: meters.reduce((sum, meter) => sum + meter.bytes, 0),
      versionsListed: target.versions.length + target.detached.length,
      manifestsRead: kept.manifestsRead + clones.manifests + manifestsRead,
      objectsListed: listed,
      datasetsSearchedForClones: clones.datasets,
      notes: [
        `Clones outside the ${clones.datasets} other datasets that were read are not seen.`,
        ...missingNotes(policy, target),
        ...survey.control.notes,
      ],
    },
  };
  return { ...content, hash: planHash(content) };
}

/** What a plan costs includes the search of other datasets, in whatever store they lie. */
function counted(given: PlanContext, watch: PlanWatch): { context: PlanContext; meters: readonly Meter[] } {
  const own = metered(given.store);
  const meters = [own.meter];
  const otherDatasets = async () =>
    (await given.otherDatasets()).map((other) => {
      const { store, meter } = metered(other.store);
      meters.push(meter);
      return { ...other, store };
    });
  const onManifestRead = () => watch.readManifest();
  return { context: { ...given, store: own.store, otherDatasets, onManifestRead }, meters };
}

function requireTime(storeTime: StorageInstant | null): StorageInstant {
  if (storeTime !== null) return storeTime;
  throw new VamplateError('unsupported', 'The store states no time, so no age can be judged (A6).');
}

/** Versions may have holes, so a name that fits none is no mistake by itself. */
function missingNotes({ versions }: CleanupPolicy, target: FolderSurvey): readonly string[] {
  const present = new Set(target.versions.map(({ version }) => version));
  const missing = (versions ?? []).filter((version) => !present.has(version));
  if (missing.length === 0) return [];
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : '';
  return [`Not there: ${missing.slice(0, 10).join(', ')}${more}.`];
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
