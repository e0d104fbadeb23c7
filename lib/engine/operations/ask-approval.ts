/** Records a request that waits for a second person: made once under the hash of its bytes, never replaced. */
import { VamplateError } from '@/lib/base/errors';
import { approvalKey } from './approval-names';
import { type ApprovalRequest, approvalRequest, maxApprovalBytes } from './approval-record';
import { newId, type OperationContext } from './operation-context';
import { sha256 } from './plan-seal';
import { checked, encodeJson } from './record-schema';
import { writeSurely } from './write-surely';

export type ApprovalAsked = Omit<ApprovalRequest, 'format' | 'id' | 'at'>;

export interface PreparedRequest {
  readonly hash: string;
  readonly request: ApprovalRequest;
  readonly body: Uint8Array;
}

/** Writes nothing. @throws `invalid_input` for what cannot be recorded */
export function prepareApproval(context: OperationContext, asked: ApprovalAsked): PreparedRequest {
  const record = { format: 1, id: newId(context), at: context.clock.wall(), ...asked };
  const request = checked(approvalRequest, record, 'This request');
  const body = encodeJson(request);
  if (body.length > maxApprovalBytes) throw new VamplateError('invalid_input', 'This request is too large.');
  return { hash: sha256(body), request, body };
}

/** @throws `unavailable` where it is not known to be there, and what the store throws when certainly it is not */
export async function askApproval(
  { store }: OperationContext,
  { hash, body }: PreparedRequest,
): Promise<void> {
  const write = await writeSurely(store, approvalKey(hash, 'request'), body, {
    before: null,
    createOnly: true,
  });
  if (write.kind === 'written') return;
  const message = `Whether the request ${hash} was recorded is not known: look whether it waits.`;
  throw new VamplateError('unavailable', message, { outcome: 'unknown', hash });
}
