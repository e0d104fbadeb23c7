/** Breaking a lock, and moving a record that nobody can read aside (cluster-lock.md, G.4). */
import { actionReply, reason } from './actions';
import { orWaiting } from './approvals';
import type { Endpoint } from './endpoint';
import { lockParams } from './endpoint-params';
import { z } from './zod';

/** What a person states; none is ever taken as given. */
const attested = {
  /** The process that held the lock is stopped. */
  processStopped: z.boolean(),
  /** What it had accepted is done. */
  ioQuiescent: z.boolean(),
  /** No other unlock runs, and no process is being admitted. */
  nothingElseRuns: z.boolean(),
};
const rule = { friction: 3, grant: 'retire', store: null } as const;

export const unlockEndpoints = {
  forceUnlock: {
    method: 'POST',
    path: '/api/v1/locks/{root}/force-unlock',
    access: 'admin',
    summary: 'Break exactly this lock.',
    params: lockParams,
    body: z.strictObject({
      /** The whole id, typed. */
      lockId: z.string().min(1).max(512),
      reason,
      ...attested,
      /** The separate confirmation where the owner still beats, or may. */
      stopLive: z.boolean().default(false),
    }),
    response: orWaiting(actionReply({ how: z.enum(['deleted', 'released']), lockId: z.string() })),
    action: { name: 'force_unlock', ...rule },
  },
  quarantineLock: {
    method: 'POST',
    path: '/api/v1/locks/{root}/quarantine',
    access: 'admin',
    summary: 'Move a lock record that cannot be read aside, whole.',
    params: lockParams,
    body: z.strictObject({
      /** The record as it was shown, typed. */
      etag: z.string().min(1).max(256),
      reason,
      ...attested,
    }),
    response: orWaiting(actionReply({ key: z.string() })),
    action: { name: 'quarantine_lock', ...rule },
  },
} as const satisfies Record<string, Endpoint>;
