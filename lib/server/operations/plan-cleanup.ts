/** Previews a cleanup, plans and seals one, and plans the end of a retirement that somebody abandoned. */
import { VamplateError } from '@/lib/base/errors';
import type { ActionRule } from '@/lib/contracts/actions';
import { endpoints } from '@/lib/contracts/endpoints';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';
import type { Operation, OperationContext } from '../http/operation';
import { recordAction } from '../journal/record-action';
import { reasonWith, refused } from '../journal/refusal-rules';
import { targetName, versionName } from '../journal/target-names';
import { type Place, placeOf, planIn, planMeta } from '../runs/planning';
import { readSealedPlan } from '../runs/sealed-plans';
import { policyFrom } from '../to-contract/cleanup-policy';
import { planPreviewOf } from '../to-contract/plan-view';

export const previewCleanup: Operation<typeof endpoints.previewCleanup> = async (
  context,
  { params, body },
) => {
  const { runtime, signal } = context;
  const place = await placeOf(runtime, params);
  const plan = await planIn(runtime, place, policyFrom(body.policy), signal);
  return { preview: planPreviewOf(place.lake.settings.id, plan), meta: planMeta(runtime, plan) };
};

export const planCleanup: Operation<typeof endpoints.planCleanup> = async (context, { params, body }) => {
  const place = await placeOf(context.runtime, params);
  const target = targetName(params.lake, place.path);
  return sealOne(context, endpoints.planCleanup.action, place, target, (signal) =>
    planIn(context.runtime, place, policyFrom(body.policy), signal),
  );
};

export const finishRetirement: Operation<typeof endpoints.finishRetirement> = async (
  context,
  { params, body },
) => {
  const { runtime } = context;
  const place = await placeOf(runtime, params);
  const version = BigInt(params.version);
  const name = versionName(params.version, body.branch);
  const target = targetName(params.lake, place.path, `retirement ${params.marker} of ${name}`);
  return sealOne(context, endpoints.finishRetirement.action, place, target, async (signal) => {
    await requireMarker(context, place, version, params.marker, body.branch);
    const plan = await planIn(runtime, place, finishing(version, body.branch), signal);
    const kept = plan.kept.find((one) => one.version === version);
    if (kept === undefined) return plan;
    throw refused(
      `The retirement of ${name} cannot be finished: something holds that version.`,
      kept.protections
        .filter(({ kind }) => kind !== 'retirement')
        .map(({ kind, subject, holder, endsWhen }) =>
          reasonWith(kind, `${kind.replaceAll('_', ' ')} ${subject}`, {
            holder,
            remedy: `Ends when ${endsWhen}.`,
          }),
        ),
    );
  });
};

/** The version is named, and whatever else is sealed or committed now is finished with it, as by every cleanup (D9). */
function finishing(version: bigint, branch: string | null): CleanupPolicy {
  return {
    ...{ branch, versions: [version], beforeVersion: null, olderThanMs: null, retainVersions: null },
    ...{ keepTags: [], taggedVersions: 'keep', deleteUnverified: null, youngGuardMs: 3_600_000 },
  };
}

/** @throws `conflict` where no such seal or commit stands any more, `refused` for a drain: that one is cancelled */
async function requireMarker(
  context: OperationContext,
  { lake, path }: Place,
  version: bigint,
  marker: string,
  branch: string | null,
): Promise<void> {
  const dataset = await lake.dataset(path);
  const { control, namespace } = await dataset.facts(branch, 0);
  const found = control.markers.filter(
    (one) => one.markerOperationId === marker && one.version === version && one.namespace === namespace,
  );
  context.signal.throwIfAborted();
  if (found.some((one) => one.marker !== 'draining')) return;
  if (found.length > 0) {
    const sentence = 'It only drains: nothing is decided, and a stale drain is cancelled, not finished.';
    throw refused(sentence, [
      reasonWith('draining', sentence, { remedy: 'Cancel the drain once it is stale.' }),
    ]);
  }
  throw new VamplateError('conflict', 'This retirement is not there any more.', { reason: 'changed' });
}

async function sealOne(
  context: OperationContext,
  rule: ActionRule,
  place: Place,
  target: string,
  make: (signal: AbortSignal) => Promise<CleanupPlan>,
) {
  const { runtime, caller, requestId, signal } = context;
  const { lake } = place;
  const { value, notes, recorded } = await recordAction(context, rule, { lake, target }, async (begun) => {
    const plan = await make(signal);
    const { actor, role } = caller;
    const sealed = await begun.engine.operations.sealPlan(plan, { actor, role, requestId });
    if (sealed.kind === 'unknown') {
      throw new VamplateError('unavailable', 'Whether the plan was sealed is not known; plan again.', {
        outcome: 'unknown',
      });
    }
    const value = await readSealedPlan(runtime, lake, plan.hash);
    const sentence = `Plan ${plan.hash.slice(0, 12)}: ${plan.most.versions} versions, ${plan.most.bytes} bytes.`;
    return { value, sentence };
  });
  return { plan: value.view, notes: [...notes, ...value.plan.observations.notes], recorded };
}
