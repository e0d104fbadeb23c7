/** Requests that wait for a second person: listed, looked at, and carried out by the word of another admin. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ApprovalRow } from '@/lib/contracts/approvals';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Approval } from '@/lib/engine/operations/approval-record';
import type { FoundApproval } from '@/lib/engine/operations/find-approval';
import { metered } from '@/lib/engine/store/metered-store';
import { askedWork } from '../approvals/asked-actions';
import type { Approved } from '../approvals/second-person';
import type { Operation, OperationContext } from '../http/operation';
import { requireTyped } from '../journal/typed-name';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { findInLakes, operationsOf } from '../runs/find-in-lakes';
import { approvalDetailOf, approvalRowOf, statementsOf } from '../to-contract/approval-view';
import { iso } from '../to-contract/scalars';

export const listApprovals: Operation<typeof endpoints.approvals> = async (
  { runtime, signal },
  { query },
) => {
  const lakes = lakesOf(runtime);
  const asked = query.lake === undefined ? lakes.all : [lakes.lake(query.lake)];
  const items: ApprovalRow[] = [];
  const notes: string[] = [];
  let [requests, bytes] = [0, 0];
  for (const lake of asked) {
    const { store, meter } = metered(lake.store);
    try {
      const waiting = await operationsOver(runtime, store).listWaitingApprovals({ signal });
      const { rows, unreadable } = readableRows(lake.settings.id, waiting.rows);
      items.push(...rows);
      notes.push(...waiting.notes);
      if (unreadable > 0)
        notes.push(
          `${unreadable} ${unreadable === 1 ? 'request' : 'requests'} of ${lake.settings.id} cannot be read.`,
        );
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      notes.push(`The requests of ${lake.settings.id} could not be listed: ${error.message}`);
    }
    requests += meter.requests;
    bytes += meter.bytes;
  }
  items.sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1));
  const readAt = iso(runtime.clock.wall());
  return { items, meta: { readAt, storeTime: null, requests, bytes, complete: notes.length === 0, notes } };
};

/** One that nobody here understands hides no other. */
function readableRows(lake: string, found: readonly FoundApproval[]) {
  const rows: ApprovalRow[] = [];
  let unreadable = 0;
  for (const one of found) {
    try {
      rows.push(approvalRowOf(lake, one));
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      unreadable += 1;
    }
  }
  return { rows, unreadable };
}

export const readApproval: Operation<typeof endpoints.approval> = async ({ runtime }, { params, query }) => {
  const { lake, found, cost } = await findRequest(runtime, params.hash, query.lake);
  const work = askedWork(found.request);
  const notes: string[] = [];
  const waits = found.approval === null && found.life.state === 'alive';
  const seen = !waits
    ? null
    : await work.look(runtime).catch((error: unknown) => {
        if (!isVamplateError(error)) throw error;
        notes.push(`What it is about could not be looked at now: ${error.message}`);
        return null;
      });
  const { changesSince } = operationsOf(runtime, lake);
  const changes = seen === null ? [] : changesSince(found.request.seen, seen);
  const now = { request: work, seen, changes: changes.map(({ sentence }) => sentence) };
  const meta = { readAt: iso(runtime.clock.wall()), storeTime: null, ...cost };
  return {
    approval: approvalDetailOf(lake.settings.id, found, now),
    meta: { ...meta, complete: notes.length === 0, notes },
  };
};

export const approveRequest: Operation<typeof endpoints.approveRequest> = async (
  context,
  { params: { hash }, body },
) => {
  const { runtime, caller, requestId } = context;
  const { lake, found } = await findRequest(runtime, hash, undefined);
  const { request } = found;
  requireTyped(body.typedName, request.typedName);
  requireStated(found, body.statements);
  const work = askedWork(request);
  const { actor, role } = caller;
  let word: Approval | null = null;
  const approved: Approved = {
    ...{ askedBy: request.actor, planHash: hash },
    async take({ operations }) {
      const refusal = operations.approvalRefusal(found, actor);
      const reasons =
        refusal === null ? operations.changesSince(request.seen, await work.look(runtime)) : [refusal];
      const [first] = reasons;
      if (first !== undefined) {
        const sentence = refusal === null ? 'What was asked about is not what is there now.' : first.sentence;
        throw new VamplateError('refused', sentence, { reasons });
      }
      word = await operations.consumeApproval(hash, { actor, role, requestId, reason: body.reason });
    },
  };
  const { notes, recorded, ...carried } = await work.carryOut(context, approved);
  // Nothing is read any more: what was done is told, whatever the store answers now.
  const approval = approvalRowOf(lake.settings.id, { ...found, approval: word });
  return { ...carried, approval, notes: [...notes], recorded };
};

async function findRequest(runtime: OperationContext['runtime'], hash: string, lake: string | undefined) {
  return findInLakes(runtime, 'request', lake, (operations) => operations.findApprovalRequest(hash));
}

/** What the asker made sure of may be otherwise by now: whoever has it done states it too. */
function requireStated({ request }: FoundApproval, stated: readonly string[]): void {
  const missing = statementsOf(request.asked.body).filter((id) => !stated.includes(id));
  if (missing.length === 0) return;
  throw new VamplateError('invalid_input', 'Every statement of the request must be made again.', {
    issues: [{ path: 'body.statements', message: `expected ${missing.join(', ')}` }],
  });
}
