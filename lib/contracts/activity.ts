/** The journal as people read it, and what the console itself keeps in a lake. */
import type { Endpoint } from './endpoint';
import { lakeParams } from './endpoint-params';
import { pageOf, replyOf } from './meta';
import { byteCount, count, datasetId, instant, lakeId } from './primitives';
import { z } from './zod';

export const activityRow = z.object({
  lake: lakeId,
  /** Its key in the lake. */
  key: z.string(),
  kind: z.enum(['intent', 'outcome', 'unreadable']),
  at: instant.nullable(),
  actor: z.string().nullable(),
  role: z.string().nullable(),
  action: z.string().nullable(),
  target: z.string().nullable(),
  reason: z.string().nullable(),
  planHash: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Who had asked for it, where another person approved it and so had it done. */
  askedBy: z.string().nullable(),
  /** Id of the intent, which an intent and its outcome share. */
  intent: z.string().nullable(),
  result: z.enum(['done', 'refused', 'failed', 'unknown']).nullable(),
  /** What came of it, or why the line cannot be read. */
  sentence: z.string().nullable(),
});
export type ActivityRow = z.infer<typeof activityRow>;

const text = z.string().min(1).max(400);

export const activityQuery = z.object({
  lake: lakeId.optional(),
  /** With its lake: what was done to it and in it. */
  dataset: datasetId.optional(),
  actor: text.optional(),
  action: text.optional(),
  target: text.optional(),
  requestId: text.optional(),
  intent: text.optional(),
  kind: z.enum(['intent', 'outcome']).optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  cursor: z.string().max(8_192).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});

export const activityReply = pageOf(activityRow).extend({
  /** How many lines were read for this page, at most 1,000. */
  linesRead: count,
  /** Where reading stopped because of that bound: older lines may fit the filter. Null where it did not. */
  stoppedAt: instant.nullable(),
});

export const ownBytes = z.object({
  lake: lakeId,
  parts: z.array(z.object({ name: z.string(), objects: count, bytes: byteCount })),
});
export type OwnBytes = z.infer<typeof ownBytes>;

export const activityEndpoints = {
  activity: {
    method: 'GET',
    path: '/api/v1/activity',
    access: 'viewer',
    summary: 'The journal, newest first.',
    query: activityQuery,
    response: activityReply,
  },
  ownBytes: {
    method: 'GET',
    path: '/api/v1/lakes/{lake}/own-bytes',
    access: 'viewer',
    summary: 'What the console itself keeps in this lake.',
    params: lakeParams,
    response: replyOf({ ownBytes }),
  },
} as const satisfies Record<string, Endpoint>;
