/**
 * Actions that the configuration reserves for two people and that have no plan: the first person's request is recorded
 * with the object as it was seen, and waits for another one; nothing is done yet.
 */
import type { z } from 'zod';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ActionRule, Recorded } from '@/lib/contracts/actions';
import type { AskedAction, approvalRow } from '@/lib/contracts/approvals';
import type { Engine } from '@/lib/engine/engine';
import type { ApprovalRequest, SeenFact } from '@/lib/engine/operations/approval-record';
import type { FoundApproval } from '@/lib/engine/operations/find-approval';
import type { Operations } from '@/lib/engine/operations/operations';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { OperationContext } from '../http/operation';
import { type BegunAction, recordAction } from '../journal/record-action';
import { operationsOf } from '../runs/find-in-lakes';
import type { Runtime } from '../runtime';
import { approvalRowOf } from '../to-contract/approval-view';

/** What a second person approved: who had asked, under which hash, and the one chance to carry it out. */
export interface Approved {
  readonly askedBy: string;
  readonly planHash: string;
  /** Right before the effect, after everything that may refuse it first. @throws `refused` where nobody may any more */
  take(engine: Engine): Promise<void>;
}

/** As fields of a journal line. */
export function linesOf(approved: Approved | null): Partial<Pick<Approved, 'askedBy' | 'planHash'>> {
  return approved === null ? {} : { askedBy: approved.askedBy, planHash: approved.planHash };
}

export function needsSecondPerson({ config }: Pick<Runtime, 'config'>, action: AskedAction): boolean {
  return config.secondApprover.includes(action);
}

export interface Asking {
  readonly lake: LakeReader;
  readonly action: AskedAction;
  readonly rule: ActionRule;
  readonly target: string;
  readonly reason: string;
  readonly typedName: string;
  /** The parsed input; its reason is kept beside it, cleaned. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Looks at the object, and refuses what would be refused already. */
  readonly look: (begun: BegunAction) => Promise<readonly SeenFact[]>;
}

export interface Waiting {
  readonly waits: z.input<typeof approvalRow>;
  readonly notes: string[];
  readonly recorded: Recorded;
}

/** @throws as `recordAction` and `look` do: then nothing waits */
export async function askSecondPerson(context: OperationContext, asking: Asking): Promise<Waiting> {
  const { lake, action, rule, target, reason, typedName, params, look } = asking;
  const { actor, role } = context.caller;
  const { value, notes, recorded } = await recordAction(
    context,
    { ...rule, name: 'ask_approval' },
    { lake, target, reason },
    async (begun) => {
      const { operations } = begun.engine;
      const prepared = operations.prepareApproval({
        ...{ actor, role, requestId: context.requestId, action, target, reason, typedName },
        asked: { params: { ...params }, body: withoutReason(asking.body) },
        seen: [...(await look(begun))],
      });
      await operations.askApproval(prepared);
      const found = await readBack(operationsOf(context.runtime, lake), prepared.hash);
      const sentence = `It waits for a second person to approve ${action}: request ${prepared.hash.slice(0, 12)}.`;
      return { value: approvalRowOf(lake.settings.id, found), sentence };
    },
  );
  return { waits: value, notes: [...notes], recorded };
}

/** @throws `unavailable`, with what may wait by its name: it was written, whatever cannot be read now */
async function readBack(operations: Operations, hash: string): Promise<FoundApproval> {
  const found = await operations.findApprovalRequest(hash).catch((error: unknown) => {
    if (!isVamplateError(error)) throw error;
    return null;
  });
  if (found !== null) return found;
  const message = `The request ${hash} was recorded and cannot be read back: look whether it waits.`;
  throw new VamplateError('unavailable', message, { outcome: 'unknown', hash });
}

function withoutReason({ reason: _, ...body }: Readonly<Record<string, unknown>>) {
  // What is undefined is not on the wire either.
  return JSON.parse(JSON.stringify(body)) as ApprovalRequest['asked']['body'];
}
