/** Requests that wait for a second person: what exactly would be done, who asks, for how long, and the word that has it done. */
import { actionReply, reason, typedName } from './actions';
import type { Endpoint } from './endpoint';
import { replyOf } from './meta';
import { instant, lakeId } from './primitives';
import { runId } from './runs';
import { z } from './zod';

/** What has no sealed plan to approve: the request itself is recorded, and another person approves that. */
export const askedActions = ['cancel_seal', 'delete_branch', 'force_unlock', 'quarantine_lock'] as const;
export type AskedAction = (typeof askedActions)[number];

/** Everything of friction 3: it cannot be undone. */
export const approvedActions = ['run_cleanup', ...askedActions] as const;

/** What a person states with such a request; whoever approves it states the same again. */
export const statement = z.enum(['processStopped', 'ioQuiescent', 'nothingElseRuns', 'stopLive']);
export type StatementId = z.infer<typeof statement>;

export const approvalHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'The hash of a request that waits for a second person.' });

export const approvalRow = z.object({
  hash: approvalHash,
  lake: lakeId,
  action: z.enum(askedActions),
  /** What it would be done to, as the journal names it. */
  target: z.string(),
  actor: z.string(),
  role: z.string(),
  reason: z.string(),
  /** By the store's clock. */
  askedAt: instant,
  lapsesAt: instant,
  /** `used`: approved, and carried out or tried once. `unknown`: the store states no time; nobody approves it. */
  state: z.enum(['waiting', 'used', 'lapsed', 'unknown']),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

export const approvalDetail = z.object({
  ...approvalRow.shape,
  /** What the approver types, whole. */
  typedName: z.string(),
  statements: z.array(statement),
  /** The request that would be carried out, without its reason. */
  request: z.object({
    method: z.string(),
    address: z.string(),
    body: z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.null()])),
  }),
  /** The object as it was seen when it was asked for, and as it is; null: it could not be read now, or is not there. */
  seen: z.array(z.object({ what: z.string(), was: z.string(), is: z.string().nullable() })),
  /** Why it would be refused now, whoever approves it. */
  changes: z.array(z.string()),
  approvedBy: z.object({ actor: z.string(), role: z.string(), reason: z.string(), at: instant }).nullable(),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

/** What an action answers that is not done yet. */
const waitingReply = actionReply({ waits: approvalRow });

/** The reply of an action that may have to wait for a second person. */
export function orWaiting<Done extends z.ZodType>(done: Done) {
  return z.union([waitingReply, done]);
}

const approvalParams = z.object({ hash: approvalHash });
const inLake = z.object({ lake: lakeId.optional() });

export const approvalEndpoints = {
  approvals: {
    method: 'GET',
    path: '/api/v1/approvals',
    access: 'viewer',
    summary: 'Requests that wait for a second person, newest first.',
    query: inLake,
    response: replyOf({ items: z.array(approvalRow) }),
  },
  approval: {
    method: 'GET',
    path: '/api/v1/approvals/{hash}',
    access: 'viewer',
    summary: 'One such request: what exactly would be done, and what changed since.',
    params: approvalParams,
    query: inLake,
    response: replyOf({ approval: approvalDetail }),
  },
  approveRequest: {
    method: 'POST',
    path: '/api/v1/approvals/{hash}/approve',
    access: 'admin',
    summary: 'Approve what somebody else asked for: it is done at once, and only once.',
    params: approvalParams,
    body: z.strictObject({
      reason,
      typedName,
      /** Those of the request, each made sure of again. */
      statements: z.array(statement).max(10).default([]),
    }),
    response: actionReply({
      approval: approvalRow,
      /** What was done, as the journal says it. */
      sentence: z.string(),
      /** False: a part of it is left. */
      complete: z.boolean(),
      /** Of a deleted branch. */
      receipt: runId.nullable(),
    }),
    // The journal names what is done by it, with both persons; this name stands for none of that.
    action: { name: 'approve_request', friction: 3, grant: 'protect', store: null },
  },
} as const satisfies Record<string, Endpoint>;
