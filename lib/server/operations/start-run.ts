/** Starts the run of a sealed plan, once everything that a person must have done and seen is so. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { datasetTypedName } from '@/lib/contracts/dataset-id';
import { endpoints } from '@/lib/contracts/endpoints';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { Engine } from '@/lib/engine/engine';
import type { PlanDifference } from '@/lib/engine/operations/compare-plan';
import type { Operation, OperationContext } from '../http/operation';
import { beginAction } from '../journal/record-action';
import { reasonWith, refused, withReasons } from '../journal/refusal-rules';
import { targetName } from '../journal/target-names';
import { runsOf } from '../runs/run-watch';
import { findSealedPlan, type ReadPlan } from '../runs/sealed-plans';
import { runRowOf } from '../to-contract/run-view';

export const startRun: Operation<typeof endpoints.runPlan> = async (context, { params, body }) => {
  const { runtime, caller, requestId, signal } = context;
  const read = await findSealedPlan(runtime, params.hash, undefined);
  const { lake, plan } = read;
  requireTypedName(lake.settings.id, plan, body.dataset);
  requireLife(read);
  requireApproval(context, read);
  const target = targetName(lake.settings.id, plan.dataset);
  const asked = { lake, target, reason: body.reason, planHash: plan.hash };
  const begun = await beginAction(context, endpoints.runPlan.action, asked);
  try {
    await requireFresh(begun.engine, plan, signal);
    await begun.engine.operations.claimPlan(plan.hash, { actor: caller.actor, role: caller.role, requestId });
    const { id, at } = begun.intent;
    const run = await begun.engine.operations.registerRun({
      ...{ actor: caller.actor, role: caller.role, requestId, reason: body.reason, rate: body.rate },
      ...{ dataset: plan.dataset, planHash: plan.hash, approvedBy: read.approval.by?.actor ?? null },
      intent: { id, at, target },
    });
    runsOf(runtime).begin(lake, run);
    const later = 'The journal tells its outcome when the run has ended.';
    return {
      run: runRowOf(lake.settings.id, run),
      notes: [...begun.limits, later],
      recorded: { intent: id, outcome: null },
    };
  } catch (error) {
    const known = isVamplateError(error) ? error : null;
    const unknown = known === null || known.details.outcome === 'unknown';
    const result = unknown ? 'unknown' : known.kind === 'unavailable' ? 'failed' : 'refused';
    await begun.end({ result, sentence: known?.message ?? 'It failed inside the console.' });
    throw known === null ? error : withReasons(known);
  }
};

function requireTypedName(lake: string, { dataset }: CleanupPlan, typed: string): void {
  if (typed === datasetTypedName(lake, dataset)) return;
  throw new VamplateError('invalid_input', 'The name that was typed is not the name of the dataset.', {
    issues: [
      { path: 'body.dataset', message: 'expected the path of the dataset below its lake, or the lake’s id' },
    ],
  });
}

function requireLife({ found: { life } }: ReadPlan): void {
  if (life.state === 'alive') return;
  const sentence =
    life.state === 'lapsed'
      ? 'The plan lapsed: a plan may be run for 30 minutes after it was sealed.'
      : 'The store states no time, so nobody knows whether the plan has lapsed.';
  throw refused(sentence, [reasonWith('plan_lapsed', sentence, { remedy: 'Make a new plan.' })]);
}

/** The person who approved is neither who made the plan nor who runs it (D of the second approver: two people). */
function requireApproval({ caller }: OperationContext, { approval }: ReadPlan): void {
  if (!approval.needed) return;
  if (approval.by === null) {
    const sentence = 'Another person has to approve this plan first.';
    throw refused(sentence, [
      reasonWith('approval', sentence, { remedy: 'An admin other than its maker approves it on its page.' }),
    ]);
  }
  if (approval.by.actor !== caller.actor) return;
  const sentence = 'Whoever approved a plan may not run it: another person does.';
  throw refused(sentence, [
    reasonWith('own_approval', sentence, { holder: caller.actor, remedy: 'Another admin runs it.' }),
  ]);
}

/** D11. @throws `conflict` with the difference */
async function requireFresh(engine: Engine, plan: CleanupPlan, signal: AbortSignal): Promise<void> {
  const difference = await engine.dataset(plan.dataset).comparePlan(plan, signal);
  if (difference.stale.length === 0) return;
  throw refused('The plan is stale: the dataset is not what it was made of.', staleReasons(difference));
}

function staleReasons({ stale, added, gone, replaced }: PlanDifference) {
  const more = [
    ['versions that came since', added],
    ['versions that are gone', gone],
    ['versions whose manifest is another one', replaced],
  ] as const;
  return [
    ...stale.map((sentence) =>
      reasonWith('stale', `Since the plan was made ${sentence}.`, {
        remedy: 'Make a new plan and look at it.',
      }),
    ),
    ...more
      .filter(([, versions]) => versions.length > 0)
      .map(([what, versions]) => reasonWith('difference', `${versions.length} ${what}: ${few(versions)}.`)),
  ];
}

function few(versions: readonly bigint[]): string {
  const more = versions.length > 10 ? ` and ${versions.length - 10} more` : '';
  return `${versions.slice(0, 10).join(', ')}${more}`;
}
