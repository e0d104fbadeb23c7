/** Deletes a branch with all it holds (D21). One request works for a while; asked again it goes on with what was begun. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import { endpoints } from '@/lib/contracts/endpoints';
import type { BranchDeletionReport } from '@/lib/engine/cleanup/branch/branch-deletion';
import { isNothing, lookAtBranch } from '../approvals/look-at-object';
import { type Approved, askSecondPerson, linesOf, needsSecondPerson } from '../approvals/second-person';
import type { InputOf, Operation, OperationContext } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { holdDataset } from '../journal/hold-dataset';
import { targetName } from '../journal/target-names';
import { requireTyped } from '../journal/typed-name';
import { lakesOf } from '../lakes';
import { beginBranchReceipt } from '../runs/branch-receipt';

/** With what is counted around it, below what browsers and proxies wait for. */
const longestMs = 30_000;
const maxLeft = 100;

type Input = InputOf<typeof endpoints.deleteBranch>;

export const deleteBranch: Operation<typeof endpoints.deleteBranch> = async (context, { params, body }) => {
  const { runtime } = context;
  requireTyped(body.typedName, params.branch);
  if (!needsSecondPerson(runtime, 'delete_branch')) return deleteBranchNow(context, { params, body }, null);
  return askSecondPerson(context, {
    ...{
      action: 'delete_branch',
      rule: endpoints.deleteBranch.action,
      lake: lakesOf(runtime).lake(params.lake),
    },
    target: targetName(params.lake, decodeDatasetId(params.id), objectOf(params.branch)),
    ...{ reason: body.reason, typedName: params.branch, params, body },
    look: async () => {
      const seen = await lookAtBranch(runtime, params);
      if (isNothing(seen)) throw new VamplateError('not_found', `There is no branch ${params.branch}.`);
      return seen;
    },
  });
};

/** @param approved by whom it was asked for, where this caller is the second person */
export async function deleteBranchNow(
  context: OperationContext,
  { params, body }: Pick<Input, 'params' | 'body'>,
  approved: Approved | null,
) {
  const name = params.branch;
  const { clock } = context.runtime;
  const until = clock.monotonic() + longestMs;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.deleteBranch.action,
    { params, object: objectOf(name), reason: body.reason, ...linesOf(approved) },
    async (change) => {
      const receipt = await beginBranchReceipt(context, change, {
        ...{ branch: name, reason: body.reason, askedBy: approved?.askedBy ?? null },
      });
      const progress = { objectsDeleted: 0, bytesDeleted: 0, begun: false };
      const report = await holdDataset(change, 'delete-branch', async ({ mayProceed, beforeBatch }) => {
        await approved?.take(change.begun.engine);
        return change.engine.deleteBranch({
          ...{ name, mayProceed },
          onProgress: ({ step, objectsDeleted, bytesDeleted }) =>
            Object.assign(progress, {
              objectsDeleted,
              bytesDeleted,
              begun: progress.begun || step !== 'look',
            }),
          beforeBatch: async () => {
            if (clock.monotonic() > until) {
              throw new VamplateError('unavailable', 'It takes longer than one request: ask again to go on.');
            }
            await beforeBatch();
          },
        });
      }).catch(async (error: unknown) => {
        if (progress.begun)
          await receipt.end({ ...progress, outcome: 'failed', left: [], notes: [saidBy(error)] });
        throw error;
      });
      const kept = await receipt.end(report);
      return { value: { ...report, kept }, sentence: sentenceOf(report) };
    },
  );
  const { outcome, versionsRetired, objectsDeleted, bytesDeleted, left, kept } = value;
  return {
    ...{ outcome, versionsRetired, objectsDeleted, bytesDeleted, left: left.slice(0, maxLeft) },
    receipt: kept.id,
    notes: [...notes, ...value.notes, ...kept.notes],
    recorded,
  };
}

function objectOf(branch: string): string {
  return `branch ${branch}`;
}

function saidBy(error: unknown): string {
  return isVamplateError(error) ? error.message : 'It failed inside the console.';
}

function sentenceOf({ outcome, versionsRetired, objectsDeleted, bytesDeleted, notes }: BranchDeletionReport) {
  const done = `${versionsRetired} versions, ${objectsDeleted} objects, ${bytesDeleted} bytes`;
  return `${outcome}: ${done} deleted. ${notes.join(' ')}`.trim();
}
