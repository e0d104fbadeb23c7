/** The endpoints of a cleanup from policy to receipt, and of whatever else waits for a second person. */
import { approvalEndpoints } from './approvals';
import type { Endpoint } from './endpoint';
import { datasetParams, versionParams } from './endpoint-params';
import {
  inLake,
  planChange,
  planHash,
  planReply,
  plansQuery,
  plansReply,
  previewBody,
  previewReply,
} from './plans';
import { maxReceiptText, receiptKeysReply, receiptReply, verifyBody, verifyReply } from './receipts';
import { rateBody, runBody, runChange, runId, runReply, runsQuery, runsReply } from './runs';
import { emptyBody } from './session';
import { z } from './zod';

const planParams = z.object({ hash: planHash });
const runParams = z.object({ run: runId });

export const runEndpoints = {
  previewCleanup: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/preview',
    access: 'viewer',
    summary: 'What a cleanup by this policy would do now. Writes nothing.',
    params: datasetParams,
    body: previewBody,
    response: previewReply,
  },
  planCleanup: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/plans',
    access: 'operator',
    summary: 'Plan a cleanup and seal the plan; it may be run for 30 minutes.',
    params: datasetParams,
    body: previewBody,
    response: planChange,
    action: { name: 'plan_cleanup', friction: 0, grant: 'retire', store: null },
  },
  finishRetirement: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/retirements/{version}/{marker}/finish',
    access: 'admin',
    summary: 'Plan the end of an abandoned retirement; it deletes, so its plan is run like any other.',
    params: versionParams.extend({ marker: z.string().regex(/^[0-9a-f]{32}$/) }),
    body: z.strictObject({ branch: z.string().min(1).max(1_024).nullable().default(null) }),
    response: planChange,
    action: { name: 'plan_finish_retirement', friction: 3, grant: 'retire', store: null },
  },
  plans: {
    method: 'GET',
    path: '/api/v1/plans',
    access: 'viewer',
    summary: 'Sealed plans, newest first.',
    query: plansQuery,
    response: plansReply,
  },
  plan: {
    method: 'GET',
    path: '/api/v1/plans/{hash}',
    access: 'viewer',
    summary: 'A sealed plan.',
    params: planParams,
    query: inLake,
    response: planReply,
  },
  approvePlan: {
    method: 'POST',
    path: '/api/v1/plans/{hash}/approve',
    access: 'admin',
    summary: 'Approve a plan that somebody else made.',
    params: planParams,
    body: emptyBody,
    response: planChange,
    action: { name: 'approve_plan', friction: 1, grant: 'retire', store: null },
  },
  runPlan: {
    method: 'POST',
    path: '/api/v1/plans/{hash}/run',
    access: 'admin',
    summary: 'Run a sealed plan: it deletes.',
    params: planParams,
    body: runBody,
    response: runChange,
    action: { name: 'run_cleanup', friction: 3, grant: 'retire', store: 'cleanup' },
  },
  ...approvalEndpoints,
  runs: {
    method: 'GET',
    path: '/api/v1/runs',
    access: 'viewer',
    summary: 'Runs, newest first.',
    query: runsQuery,
    response: runsReply,
  },
  run: {
    method: 'GET',
    path: '/api/v1/runs/{run}',
    access: 'viewer',
    summary: 'One run: step, counts, owner, log, what each version is at.',
    params: runParams,
    query: inLake,
    response: runReply,
  },
  stopRun: {
    method: 'POST',
    path: '/api/v1/runs/{run}/stop',
    access: 'operator',
    summary: 'Stop a run before its next batch, whoever owns it.',
    params: runParams,
    body: emptyBody,
    response: runChange,
    action: { name: 'stop_run', friction: 1, grant: 'retire', store: null, inFrozenLake: true },
  },
  changeRate: {
    method: 'POST',
    path: '/api/v1/runs/{run}/rate',
    access: 'operator',
    summary: 'Change how many objects a run deletes in a second.',
    params: runParams,
    body: rateBody,
    response: runChange,
    action: { name: 'change_rate', friction: 0, grant: 'retire', store: null, inFrozenLake: true },
  },
  receipt: {
    method: 'GET',
    path: '/api/v1/receipts/{run}',
    access: 'viewer',
    summary: 'The signed receipt of a run.',
    params: runParams,
    query: inLake,
    response: receiptReply,
  },
  verifyReceipt: {
    method: 'POST',
    path: '/api/v1/receipts/verify',
    access: 'viewer',
    summary: 'Whether a pasted text is a receipt of ours, unchanged.',
    body: verifyBody,
    maxBodyBytes: maxReceiptText + 4_096,
    response: verifyReply,
  },
  receiptKeys: {
    method: 'GET',
    path: '/api/v1/receipts/key',
    access: 'viewer',
    summary: 'The public keys that receipts are verified with.',
    response: receiptKeysReply,
  },
} as const satisfies Record<string, Endpoint>;
