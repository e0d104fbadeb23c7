/** Who is signed in, and until when. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { callerToContract } from './caller';

export const readSession: Operation<typeof endpoints.session> = ({ caller }) => ({
  caller: callerToContract(caller),
});
