/** The guard's fresh look: everything that may need what is about to go, read anew; what cannot be read stops the run (D16). */
import { storageInstant } from '@/lib/base/clock';
import { unsupported } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { type ClonePin, searchClones } from '@/lib/engine/cleanup/clone-search';
import { guardHolds } from '@/lib/engine/cleanup/guard-rules';
import { keepingOnError } from '@/lib/engine/cleanup/outside-reasons';
import { type BranchFacts, branchFacts, explainInput } from '@/lib/engine/cleanup/survey/branch-facts';
import type { DatasetSurvey, SurveyedVersion } from '@/lib/engine/cleanup/survey/dataset-survey';
import { addClonePins, KeptNeeds, needsOfOtherFolders } from '@/lib/engine/cleanup/survey/kept-needs';
import type { Needed, NeedsIndex } from '@/lib/engine/cleanup/survey/needs-index';
import { surveyDataset } from '@/lib/engine/cleanup/survey/survey-dataset';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import { explainVersions } from '@/lib/engine/protection/protection-rules';
import { ownNeeds } from './own-needs';

/** What a look works with: a run has one of each. */
export interface Looking {
  readonly context: CleanupContext;
  readonly plan: CleanupPlan;
  readonly needs: NeedsIndex;
}

export interface Look {
  readonly survey: DatasetSurvey;
  readonly facts: BranchFacts;
  /** What versions that are not in `going` need of this root. */
  readonly kept: Needed;
  readonly clones: readonly ClonePin[];
  /** What keeps a version from being deleted, its retirement and the policy aside. */
  readonly holds: ReadonlyMap<bigint, readonly Protection[]>;
}

/**
 * @param going versions whose needs do not count: those that are being deleted
 * @throws whatever cannot be read; `refused` for what nobody may clean
 */
export async function look({ context, plan, needs }: Looking, going: ReadonlySet<bigint>): Promise<Look> {
  const { store, root, planRules, rules } = context;
  const { policy } = plan;
  const survey = await surveyWhole(context);
  if (survey.storeTime === null) throw unsupported('The store states no time, so no age can be judged (A6).');
  const judgedAt = storageInstant(survey.storeTime - context.clockMarginMs);
  const outside = await keepingOnError(context.outsideReasons)({
    storeUri: store.uri,
    dataset: root.key,
    branch: policy.branch,
  });
  const facts = branchFacts(survey, policy.branch, outside, judgedAt);
  const { target } = facts;

  const kept = planRules.countsLineage()
    ? await needsOfOtherFolders(context, survey, target)
    : new KeptNeeds();
  const clones = planRules.countsClones()
    ? (await searchClones(context, rootUri(store, target.root))).pins
    : [];
  addClonePins(clones, kept);
  const known = new Set([...plan.versions, ...plan.kept].map(({ version }) => version));
  const isGoing = goingManifests(plan, going);
  const staying = [...target.versions, ...target.detached].filter(
    (one) => !isGoing(one) && (rules.readsNewManifests() || known.has(one.version)),
  );
  const own = await ownNeeds(context, target, staying, needs);

  const input = explainInput({ ...facts, treePins: kept.treePins, clonePins: clones }, policy, new Map());
  return {
    ...{ survey, facts, clones },
    kept: { has: (name) => kept.has(name) || own.has(name) },
    holds: guardHolds(explainVersions(input.page, input.holders, input.cleaner)),
  };
}

/**
 * What went between listing and reading was seen at no one moment. A cleaner that finishes beside this one does that at
 * every turn, so the whole is looked at anew, a few times; what is still torn then counts as unreadable (G.5).
 */
async function surveyWhole(context: CleanupContext): Promise<DatasetSurvey> {
  let survey = await surveyDataset(context);
  for (let again = 0; again < 3 && isTorn(survey); again += 1) survey = await surveyDataset(context);
  return survey;
}

function isTorn({ control }: DatasetSurvey): boolean {
  const { markers, intents, states, tags, branches } = control;
  return [...markers, ...intents, ...states, ...tags, ...branches].some(
    ({ body }) => body?.kind === 'vanished',
  );
}

/** By content: another manifest under the name of a planned one belongs to nobody who may go (D10). */
function goingManifests(plan: CleanupPlan, going: ReadonlySet<bigint>): (one: SurveyedVersion) => boolean {
  const planned = new Map(
    plan.versions
      .filter(({ version }) => going.has(version))
      .flatMap(({ manifests }) => manifests.map(({ key, etag }) => [key, etag] as const)),
  );
  return ({ key, etag }) => planned.get(key) === etag;
}
