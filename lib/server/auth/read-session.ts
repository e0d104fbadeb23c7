/** Who is signed in, and until when. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { callerToContract } from './caller';
import { notBeforeOf } from './not-before';

export const readSession: Operation<typeof endpoints.session> = ({ caller, runtime }) => ({
  caller: callerToContract(caller),
  endsEverywhere: notBeforeOf(runtime) !== null,
});
