/** Whether everything that one version needs is there, found by asking for each object. */
import type { Endpoint } from './endpoint';
import { versionParams } from './endpoint-params';
import { replyOf } from './meta';
import { branchName, count, instant, versionString } from './primitives';
import { z } from './zod';

export const verification = z.object({
  version: versionString,
  branch: branchName,
  /** `unknown`: not everything could be asked; what is missing so far is named. */
  verdict: z.enum(['restorable', 'missing', 'unknown']),
  /** The verdict in words. */
  sentence: z.string(),
  /** The store's time of the first answer: each object was there at some moment from then on. Null where it states none. */
  provenAt: instant.nullable(),
  objects: count,
  missing: z.array(z.string()),
  missingCount: count,
  /** The newest version of this branch that was found whole; null: none among those looked at, or none was looked for. */
  lastReadable: versionString.nullable(),
  versionsLookedAt: count,
});
export type Verification = z.infer<typeof verification>;

export const verificationEndpoints = {
  verifyVersion: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/versions/{version}/verify',
    access: 'operator',
    summary: 'Ask for every object that a version needs. Writes nothing.',
    params: versionParams,
    body: z.strictObject({ branch: branchName.default(null) }),
    response: replyOf({ verification }),
  },
} as const satisfies Record<string, Endpoint>;
