/** Deleting a branch with everything it holds. */
import { actionReply, reason, typedName } from './actions';
import { orWaiting } from './approvals';
import type { Endpoint } from './endpoint';
import { datasetParams } from './endpoint-params';
import { byteCount, count } from './primitives';
import { runId } from './runs';
import { z } from './zod';

export const branchEndpoints = {
  deleteBranch: {
    method: 'DELETE',
    path: '/api/v1/datasets/{lake}/{id}/branches/{branch}',
    access: 'admin',
    summary: 'Delete a branch and all its versions; asked again it goes on with what was begun.',
    params: datasetParams.extend({ branch: z.string().min(1).max(1_024) }),
    body: z.strictObject({ reason, typedName }),
    response: orWaiting(
      actionReply({
        /** `stopped`: asked again it goes on. `incident`: something needs a part that was gone by then. */
        outcome: z.enum(['completed', 'stopped', 'incident']),
        versionsRetired: count,
        objectsDeleted: count,
        bytesDeleted: byteCount,
        /** Keys that may remain, at most 100. */
        left: z.array(z.string()),
        /** Of this request; null where none could be kept, for which `notes` has the reason. */
        receipt: runId.nullable(),
      }),
    ),
    action: { name: 'delete_branch', friction: 3, grant: 'retire', store: 'cleanup' },
  },
} as const satisfies Record<string, Endpoint>;
