/** What waits for a second person, by its action: read back from its record by its own contract, looked at, and carried out. */
import type { z } from 'zod';
import { corrupt } from '@/lib/base/errors';
import type { Recorded } from '@/lib/contracts/actions';
import { type AskedAction, askedActions } from '@/lib/contracts/approvals';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { endpoints } from '@/lib/contracts/endpoints';
import type { ApprovalRequest, SeenFact } from '@/lib/engine/operations/approval-record';
import { rootOf } from '../clusters';
import type { OperationContext } from '../http/operation';
import { cancelNow } from '../operations/change-retirements';
import { deleteBranchNow } from '../operations/delete-branch';
import { forceUnlockNow, quarantineNow } from '../operations/unlock-root';
import type { Runtime } from '../runtime';
import { lookAtBranch, lookAtLock, lookAtSeal } from './look-at-object';
import type { Approved } from './second-person';

export interface CarriedOut {
  readonly sentence: string;
  readonly complete: boolean;
  readonly receipt: string | null;
  readonly notes: readonly string[];
  readonly recorded: Recorded;
}

/** One request, ready to be looked at and done. */
export interface AskedWork {
  readonly method: string;
  readonly address: string;
  look(runtime: Runtime): Promise<readonly SeenFact[]>;
  /** Through the action's own code, whose every guard asks afresh. */
  carryOut(context: OperationContext, approved: Approved): Promise<CarriedOut>;
}

/** @throws `corrupt` for what is no request of its action */
export function askedWork(request: ApprovalRequest): AskedWork {
  const action = askedActions.find((one) => one === request.action);
  if (action === undefined) throw corrupt('Nobody here knows the action of this request.');
  return works[action](request);
}

const works: Readonly<Record<AskedAction, (request: ApprovalRequest) => AskedWork>> = {
  delete_branch(request) {
    const input = inputOf(endpoints.deleteBranch, request);
    return {
      ...addressOf(endpoints.deleteBranch, input.params),
      look: (runtime) => lookAtBranch(runtime, input.params),
      async carryOut(context, approved) {
        const { outcome, versionsRetired, objectsDeleted, receipt, notes, recorded } = await deleteBranchNow(
          context,
          input,
          approved,
        );
        const sentence = `Branch ${input.params.branch}: ${outcome}, ${versionsRetired} versions and ${objectsDeleted} objects deleted.`;
        return { sentence, complete: outcome === 'completed', receipt, notes, recorded };
      },
    };
  },
  cancel_seal(request) {
    const input = inputOf(endpoints.cancelRetirement, request);
    const { params, body } = input;
    return {
      ...addressOf(endpoints.cancelRetirement, params),
      look: (runtime) => lookAtSeal(runtime, params, body.namespace),
      async carryOut(context, approved) {
        const { notes, recorded } = await cancelNow(context, input, approved);
        const sentence = `The seal of version ${params.version} is gone; the version stays.`;
        return { ...done, sentence, notes, recorded };
      },
    };
  },
  force_unlock(request) {
    const input = inputOf(endpoints.forceUnlock, request);
    return {
      ...addressOf(endpoints.forceUnlock, input.params),
      look: async (runtime) => lookAtLock(runtime, rootOf(runtime, input.params.root)),
      async carryOut(context, approved) {
        const { how, lockId, notes, recorded } = await forceUnlockNow(context, input, approved);
        return { ...done, sentence: `The lock ${lockId} was ${how}.`, notes, recorded };
      },
    };
  },
  quarantine_lock(request) {
    const input = inputOf(endpoints.quarantineLock, request);
    return {
      ...addressOf(endpoints.quarantineLock, input.params),
      look: async (runtime) => lookAtLock(runtime, rootOf(runtime, input.params.root)),
      async carryOut(context, approved) {
        const { key, notes, recorded } = await quarantineNow(context, input, approved);
        return { ...done, sentence: `The record lies at ${key} now.`, notes, recorded };
      },
    };
  },
};

const done = { complete: true, receipt: null } as const;

interface Declared extends Endpoint {
  readonly params: z.ZodType;
  readonly body: z.ZodType;
}

/** By the contract of today: what another release recorded and this one does not understand is not done. */
function inputOf<E extends Declared>(endpoint: E, { asked, reason }: ApprovalRequest) {
  const params = endpoint.params.safeParse(asked.params);
  const body = endpoint.body.safeParse({ ...asked.body, reason });
  if (!params.success || !body.success) throw corrupt('The request is not one of its action.');
  return { params: params.data as z.output<E['params']>, body: body.data as z.output<E['body']> };
}

function addressOf({ method, path }: Endpoint, params: Readonly<Record<string, string>>) {
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  return { method, address };
}
