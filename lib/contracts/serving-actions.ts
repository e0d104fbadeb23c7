/** What an operator asks of one replica: an intent it answers once; and the word of an admin that a replica is gone. */
import { actionReply, reason } from './actions';
import type { Endpoint } from './endpoint';
import { replyOf } from './meta';
import { count, instant, versionString } from './primitives';
import { lineageSegment, replicaId, retired } from './serving';
import { servingReplicaParams, servingSetParams } from './serving-endpoints';
import { z } from './zod';

/** As Lance takes the names of tags. */
const tagName = z
  .string()
  .max(200)
  .regex(
    /^(?!\.)(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9._-]+(?<!\.)$/,
    'expected letters, digits, dots, dashes and underscores; no dot at either end, no two in a row, not .lock',
  );

/** Most versions named one by one to be kept. */
export const mostKeptVersions = 200;
/** One that a number of JSON holds exactly, as a replica reports them. */
export const keptVersion = z.string().regex(/^[1-9]\d{0,14}$/, 'expected the number of a version');

/** Each action of section F that this console asks for, with what it needs to know. */
export const servingRequest = z.discriminatedUnion('action', [
  /** The tag is named after the import unless told. */
  z.strictObject({ action: z.literal('pin_clean'), tag: tagName.optional() }),
  z.strictObject({ action: z.literal('unpin'), tag: tagName }),
  z.strictObject({ action: z.literal('ack_drift'), expiresAt: instant }),
  z.strictObject({ action: z.literal('rollback') }),
  /** One that is in flight is superseded only where that is said. */
  z.strictObject({ action: z.literal('rerun_import'), supersede: z.boolean().optional() }),
  z.strictObject({ action: z.literal('cancel') }),
  z.strictObject({ action: z.literal('hydrate') }),
  z.strictObject({ action: z.literal('retry_mirror') }),
  z.strictObject({ action: z.literal('dismiss_failure') }),
  z.strictObject({
    action: z.literal('set_retention'),
    graceUntil: instant,
    /** In place of those asked for before, which stay where this is left out. */
    keepVersions: z.array(keptVersion).max(mostKeptVersions).optional(),
  }),
  z.strictObject({ action: z.literal('retract') }),
]);
export type ServingRequest = z.infer<typeof servingRequest>;
export type ServingAction = ServingRequest['action'];

/** What needs the role admin. */
export const adminActions: ReadonlySet<ServingAction> = new Set(['set_retention', 'retract']);

/** What must be typed before it is asked: the tag that goes, or the replica that only an admin may ask; null for nothing. */
export function nameToType(request: ServingRequest, replica: string): string | null {
  if (request.action === 'unpin') return request.tag;
  return adminActions.has(request.action) ? replica : null;
}

/** What the person saw: any difference refuses the intent, here and at the replica. */
export const servingExpected = z.strictObject({
  epoch: z.int().min(1),
  /** Of the import in flight or failed; null when it is idle. */
  generation: z.int().min(1).nullable(),
  active: z.string().nullable(),
  clean: versionString.nullable(),
  head: versionString.nullable(),
});
export type ServingExpected = z.infer<typeof servingExpected>;

export const servingIntentId = z
  .string()
  .regex(/^[0-9a-z-]{1,64}$/)
  .meta({ description: 'An intent’s id, as asking for it answered.' });

export const servingIntent = z.object({
  id: servingIntentId,
  replica: replicaId,
  lineage: lineageSegment,
  action: z.string(),
  actor: z.string(),
  reason: z.string(),
  at: instant,
  /** Null: the replica has not answered yet. */
  result: z
    .object({
      outcome: z.enum(['accepted', 'rejected', 'done', 'failed']),
      reason: z.string().nullable(),
      at: instant,
      instance: z.string(),
      epoch: count,
    })
    .nullable(),
});
export type ServingIntent = z.infer<typeof servingIntent>;

export const servingActionEndpoints = {
  askReplica: {
    method: 'POST',
    path: '/api/v1/serving/{env}/{set}/intents',
    access: 'operator',
    summary: 'Ask a replica for something it offers; it answers once.',
    params: servingSetParams,
    body: z.strictObject({
      replica: replicaId,
      /** Needed only where two lineages of a set have a replica of one name. */
      lineage: lineageSegment.optional(),
      request: servingRequest,
      expected: servingExpected,
      /** The name of the replica, typed, for what only an admin may ask; that of the tag, to unpin. */
      typedName: z.string().max(1_024).optional(),
      reason,
    }),
    response: actionReply({ intent: servingIntent }),
    action: {
      ...{ name: 'ask_replica', friction: 2, grant: 'protect', store: null },
      harder: { when: 'retention and what is served', access: 'admin', friction: 3 },
    },
  },
  servingIntent: {
    method: 'GET',
    path: '/api/v1/serving/{env}/{set}/intents/{intent}',
    access: 'viewer',
    summary: 'What a replica was asked, and its answer.',
    params: servingSetParams.extend({ intent: servingIntentId }),
    query: z.object({ replica: replicaId.optional() }),
    response: replyOf({ intent: servingIntent }),
  },
  retireReplica: {
    method: 'POST',
    path: '/api/v1/serving/{env}/{set}/replicas/{replica}/retire',
    access: 'admin',
    summary: 'State that a replica is gone for good: what it served is kept no longer for it.',
    params: servingReplicaParams,
    body: z.strictObject({
      lineage: lineageSegment.optional(),
      /** Of the replica, typed. */
      typedName: z.string().max(1_024).optional(),
      reason,
    }),
    response: actionReply({ retired }),
    action: { name: 'retire_replica', friction: 3, grant: 'retire', store: null },
  },
  retireAddress: {
    method: 'POST',
    path: '/api/v1/serving/{env}/addresses/retire',
    access: 'admin',
    summary:
      'State that nobody answers at a configured address any more: nothing is kept for it while it is silent.',
    params: servingSetParams.pick({ env: true }),
    body: z.strictObject({
      /** As it is configured. */
      url: z.string().max(2_048),
      /** Its host and port, typed. */
      typedName: z.string().max(1_024).optional(),
      reason,
    }),
    response: actionReply({ retired }),
    action: { name: 'retire_address', friction: 3, grant: 'retire', store: null },
  },
} as const satisfies Record<string, Endpoint>;
