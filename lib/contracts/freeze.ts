/** Whether operations are closed in a lake, by whom and why. */
import { actionReply, reason } from './actions';
import type { Endpoint } from './endpoint';
import { lakeParams } from './endpoint-params';
import { replyOf } from './meta';
import { instant } from './primitives';
import { z } from './zod';

export const freeze = z.object({
  /** `unreadable` counts as frozen. */
  state: z.enum(['open', 'frozen', 'unreadable']),
  /** What to send back to open the lake; null where there is nothing, or the store gave no answer. */
  etag: z.string().nullable(),
  /** Who changed it last; null where nobody did, or that cannot be read. */
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  at: instant.nullable(),
  /** What is wrong with an unreadable one. */
  problem: z.string().nullable(),
});
export type Freeze = z.infer<typeof freeze>;

export const freezeReply = replyOf({ freeze });
export const freezeChange = actionReply({ freeze });

export const freezeEndpoints = {
  freeze: {
    method: 'GET',
    path: '/api/v1/lakes/{lake}/freeze',
    access: 'viewer',
    summary: 'Whether operations are closed in this lake.',
    params: lakeParams,
    response: freezeReply,
  },
  freezeLake: {
    method: 'PUT',
    path: '/api/v1/lakes/{lake}/freeze',
    access: 'admin',
    summary: 'Close this lake to operations.',
    params: lakeParams,
    body: z.strictObject({ reason }),
    response: freezeChange,
    action: { name: 'freeze', friction: 2, grant: 'protect', store: null, inFrozenLake: true },
  },
  unfreezeLake: {
    method: 'DELETE',
    path: '/api/v1/lakes/{lake}/freeze',
    access: 'admin',
    summary: 'Open this lake to operations again.',
    params: lakeParams,
    /** `etag`: the freeze as it was seen. */
    body: z.strictObject({ reason, etag: z.string().min(1).max(256) }),
    response: freezeChange,
    action: { name: 'unfreeze', friction: 2, grant: 'protect', store: null, inFrozenLake: true },
  },
} as const satisfies Record<string, Endpoint>;
