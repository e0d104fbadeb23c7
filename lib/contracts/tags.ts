/** Creating, moving and deleting tags. */
import { actionReply, reason } from './actions';
import type { Endpoint } from './endpoint';
import { datasetParams } from './endpoint-params';
import { branchName, versionString } from './primitives';
import { z } from './zod';

export const tagName = z.string().min(1).max(1_024);
/** The file as it was seen; anything else there is a conflict. */
export const seenETag = z.string().min(1).max(256);
export const versionOnBranch = { version: versionString, branch: branchName.default(null) };

const writtenTag = z.object({
  name: tagName,
  branch: branchName,
  version: versionString,
  etag: z.string(),
  /** `released`: written as released Lance writes it, where the store cannot take a publication back. */
  way: z.enum(['protocol', 'released']),
});

const tagParams = datasetParams.extend({ tag: tagName });
const path = '/api/v1/datasets/{lake}/{id}/tags';

export const tagEndpoints = {
  createTag: {
    method: 'POST',
    path,
    access: 'operator',
    summary: 'Create a tag, which protects its version.',
    params: datasetParams,
    body: z.strictObject({ name: tagName, ...versionOnBranch }),
    response: actionReply({ tag: writtenTag }),
    action: { name: 'create_tag', friction: 0, grant: 'protect', store: 'createTag' },
  },
  moveTag: {
    method: 'PATCH',
    path: `${path}/{tag}`,
    access: 'operator',
    summary: 'Point a tag at another version.',
    params: tagParams,
    body: z.strictObject({ ...versionOnBranch, etag: seenETag }),
    response: actionReply({ tag: writtenTag }),
    action: { name: 'move_tag', friction: 1, grant: 'protect', store: 'moveTag' },
  },
  deleteTag: {
    method: 'DELETE',
    path: `${path}/{tag}`,
    access: 'operator',
    summary: 'Delete a tag; its version loses this protection.',
    params: tagParams,
    body: z.strictObject({ etag: seenETag, reason }),
    response: actionReply({
      /** Whether a state file remains, which the next cleanup removes. */
      stateLeft: z.boolean(),
    }),
    action: { name: 'delete_tag', friction: 2, grant: 'protect', store: 'deleteTag' },
  },
} as const satisfies Record<string, Endpoint>;
