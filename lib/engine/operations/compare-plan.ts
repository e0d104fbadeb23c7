/** Looks at a dataset again before its plan is run: whether the plan is stale (D11), and what changed since it was made. */
import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { PlanContext } from '@/lib/engine/cleanup/cleanup-context';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { keepingOnError } from '@/lib/engine/cleanup/outside-reasons';
import { staleReasons } from '@/lib/engine/cleanup/plan-rules';
import { branchFacts } from '@/lib/engine/cleanup/survey/branch-facts';
import { groundOf } from '@/lib/engine/cleanup/survey/plan-ground';
import { readManifests } from '@/lib/engine/cleanup/survey/read-manifests';
import { surveyDataset } from '@/lib/engine/cleanup/survey/survey-dataset';

export interface PlanDifference {
  /** Empty: the plan may run. Each is one reason why not, in words. */
  readonly stale: readonly string[];
  /** Versions that came since: the run leaves them alone. */
  readonly added: readonly bigint[];
  /** Versions of the plan, planned or kept, that are not there any more. */
  readonly gone: readonly bigint[];
  /** Planned versions whose manifest is another one. */
  readonly replaced: readonly bigint[];
}

/** Writes nothing. @throws as planning does, for what cannot be read or judged */
export async function comparePlan(context: PlanContext, plan: CleanupPlan): Promise<PlanDifference> {
  const { store, root, clockMarginMs, outsideReasons } = context;
  if (plan.storeUri !== store.uri || plan.dataset !== root.key) {
    throw new VamplateError('invalid_input', 'The plan is of another dataset.', { dataset: plan.dataset });
  }
  const { branch } = plan.policy;
  const survey = await surveyDataset(context);
  if (survey.storeTime === null) {
    throw new VamplateError('unsupported', 'The store states no time, so no age can be judged (A6).');
  }
  const ask = keepingOnError(outsideReasons);
  const outside = await ask({ storeUri: store.uri, dataset: root.key, branch });
  const { target } = branchFacts(survey, branch, outside, storageInstant(survey.storeTime - clockMarginMs));
  const latest = target.versions.filter(({ version }) => version === target.latest);
  const ground = groundOf(target, latest, await readManifests(context, target.root, latest));

  const now = new Map([...target.versions, ...target.detached].map((one) => [one.key, one]));
  const present = new Set([...now.values()].map(({ version }) => version));
  const known = new Set([...plan.versions, ...plan.kept].map(({ version }) => version));
  return {
    stale: staleReasons(plan, target, ground),
    added: [...present].filter((version) => !known.has(version)).sort(ascending),
    gone: [...known].filter((version) => !present.has(version)).sort(ascending),
    replaced: plan.versions
      .filter(({ manifests }) => manifests.some(({ key, etag }) => (now.get(key)?.etag ?? etag) !== etag))
      .map(({ version }) => version),
  };
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
