/** A request that waits for a second person, as the wire says it. */
import type { z } from 'zod';
import { corrupt } from '@/lib/base/errors';
import { type approvalDetail, type approvalRow, askedActions, statement } from '@/lib/contracts/approvals';
import type { SeenFact } from '@/lib/engine/operations/approval-record';
import type { FoundApproval } from '@/lib/engine/operations/find-approval';
import { iso } from './scalars';

type RowInput = z.input<typeof approvalRow>;

/** @throws `corrupt` for an action that nobody here knows how to do */
export function approvalRowOf(lake: string, { hash, request, life, approval }: FoundApproval): RowInput {
  const action = askedActions.find((one) => one === request.action);
  if (action === undefined) throw corrupt('Nobody here knows the action of this request.', { hash });
  const { target, actor, role, reason } = request;
  const state = life.state === 'alive' ? 'waiting' : life.state;
  return {
    ...{ hash, lake, action, target, actor, role, reason },
    ...{ askedAt: iso(life.sealedAt), lapsesAt: iso(life.lapsesAt) },
    state: approval !== null ? 'used' : state,
  };
}

export interface NowSeen {
  readonly request: { readonly method: string; readonly address: string };
  /** Null: it could not be read. */
  readonly seen: readonly SeenFact[] | null;
  readonly changes: readonly string[];
}

export function approvalDetailOf(
  lake: string,
  found: FoundApproval,
  { request: { method, address }, seen, changes }: NowSeen,
): z.input<typeof approvalDetail> {
  const { request, approval } = found;
  const { typedName, asked } = request;
  const now = new Map(seen?.map(({ what, is }) => [what, is]));
  return {
    ...approvalRowOf(lake, found),
    typedName,
    statements: statementsOf(asked.body),
    request: { method, address, body: asked.body },
    seen: request.seen.map(({ what, is }) => ({ what, was: is, is: now.get(what) ?? null })),
    changes: [...changes],
    approvedBy:
      approval === null
        ? null
        : {
            ...{ actor: approval.actor, role: approval.role },
            ...{ reason: approval.reason, at: iso(approval.at) },
          },
  };
}

/** What the asker stated, in the order of the contract. */
export function statementsOf(body: Readonly<Record<string, unknown>>) {
  return statement.options.filter((id) => body[id] === true);
}
