/** Deletes a branch with all it holds (D21). One request works for a while; asked again it goes on with what was begun. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { endpoints } from '@/lib/contracts/endpoints';
import type { BranchDeletionReport } from '@/lib/engine/cleanup/branch/branch-deletion';
import type { Operation } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { holdDataset } from '../journal/hold-dataset';
import { requireNoSecondPerson } from '../journal/second-person';
import { requireTyped } from '../journal/typed-name';
import { beginBranchReceipt } from '../runs/branch-receipt';

/** With what is counted around it, below what browsers and proxies wait for. */
const longestMs = 30_000;
const maxLeft = 100;

export const deleteBranch: Operation<typeof endpoints.deleteBranch> = async (context, { params, body }) => {
  const name = params.branch;
  requireTyped(body.typedName, name);
  const { clock } = context.runtime;
  const until = clock.monotonic() + longestMs;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.deleteBranch.action,
    { params, object: `branch ${name}`, reason: body.reason },
    async (change) => {
      requireNoSecondPerson(context.runtime, 'delete_branch');
      const receipt = await beginBranchReceipt(context, change, { branch: name, reason: body.reason });
      const progress = { objectsDeleted: 0, bytesDeleted: 0, begun: false };
      const report = await holdDataset(change, 'delete-branch', ({ mayProceed, beforeBatch }) =>
        change.engine.deleteBranch({
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
        }),
      ).catch(async (error: unknown) => {
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
};

function saidBy(error: unknown): string {
  return isVamplateError(error) ? error.message : 'It failed inside the console.';
}

function sentenceOf({ outcome, versionsRetired, objectsDeleted, bytesDeleted, notes }: BranchDeletionReport) {
  const done = `${versionsRetired} versions, ${objectsDeleted} objects, ${bytesDeleted} bytes`;
  return `${outcome}: ${done} deleted. ${notes.join(' ')}`.trim();
}
