/** Who is signed in, until when, and what asks more than one person here. */
import type { z } from 'zod';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { sessionReply } from '@/lib/contracts/session';
import type { Operation } from '../http/operation';
import type { Runtime } from '../runtime';
import { type Caller, callerToContract } from './caller';
import { notBeforeOf } from './not-before';

export const readSession: Operation<typeof endpoints.session> = ({ caller, runtime }) =>
  sessionOf(runtime, caller);

export function sessionOf(runtime: Runtime, caller: Caller): z.input<typeof sessionReply> {
  return {
    caller: callerToContract(caller),
    endsEverywhere: notBeforeOf(runtime) !== null,
    secondApprover: runtime.config.secondApprover,
  };
}
