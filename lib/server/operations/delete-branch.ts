/** Deletes a branch with all it holds (D21). One request works for a while; asked again it goes on with what was begun. */
import { VamplateError } from '@/lib/base/errors';
import { endpoints } from '@/lib/contracts/endpoints';
import type { BranchDeletionReport } from '@/lib/engine/cleanup/branch/branch-deletion';
import type { Operation } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { holdDataset } from '../journal/hold-dataset';
import { requireTyped } from '../journal/typed-name';

/** Well below what browsers and proxies wait for. */
const longestMs = 40_000;
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
      const report = await holdDataset(change, 'delete-branch', ({ mayProceed, beforeBatch }) =>
        change.engine.deleteBranch({
          ...{ name, mayProceed },
          beforeBatch: async () => {
            if (clock.monotonic() > until) {
              throw new VamplateError('unavailable', 'It takes longer than one request: ask again to go on.');
            }
            await beforeBatch();
          },
        }),
      );
      return { value: report, sentence: sentenceOf(report) };
    },
  );
  const { outcome, versionsRetired, objectsDeleted, bytesDeleted, left } = value;
  return {
    ...{ outcome, versionsRetired, objectsDeleted, bytesDeleted, left: left.slice(0, maxLeft) },
    notes: [...notes, ...value.notes],
    recorded,
  };
};

function sentenceOf({ outcome, versionsRetired, objectsDeleted, bytesDeleted, notes }: BranchDeletionReport) {
  const done = `${versionsRetired} versions, ${objectsDeleted} objects, ${bytesDeleted} bytes`;
  return `${outcome}: ${done} deleted. ${notes.join(' ')}`.trim();
}
