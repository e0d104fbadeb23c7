/** A second person's word on one request: written once beside it, so that whoever wrote it carries it out and nobody again (A1). */
import { VamplateError } from '@/lib/base/errors';
import { approvalKey } from './approval-names';
import { type Approval, approval } from './approval-record';
import { type ApprovalReason, approvalRefusal } from './approval-rules';
import { findApprovalRequest } from './find-approval';
import { newId, type OperationContext } from './operation-context';
import { type Asker, checked, encodeJson } from './record-schema';
import { writeSurely } from './write-surely';

export interface Approver extends Asker {
  readonly reason: string;
}

/**
 * Reads it afresh, then uses it up: what fails after this is asked for anew.
 * @throws `not_found`, `refused` for its asker, for one that lapsed or was used; `corrupt`; `unavailable` where nobody
 * knows whether it was used: nothing is carried out then
 */
export async function consumeApproval(
  context: OperationContext,
  hash: string,
  { actor, role, requestId, reason }: Approver,
): Promise<Approval> {
  const { store, clock } = context;
  const found = await findApprovalRequest(store, hash);
  if (found === null) throw new VamplateError('not_found', 'There is no such request.', { hash });
  const refusal = approvalRefusal(found, actor);
  if (refusal !== null) throw refused(refusal);
  const by = { actor, role, requestId, reason };
  const record = { format: 1, requestHash: hash, id: newId(context), ...by, at: clock.wall() };
  const word = checked(approval, record, 'This approval');
  const key = approvalKey(hash, 'approval');
  const write = await writeSurely(store, key, encodeJson(word), { before: null, createOnly: true });
  if (write.kind === 'written') return word;
  if (write.kind === 'conflict') {
    throw refused({
      code: 'used',
      sentence: 'Somebody approved it a moment ago: a request is carried out once.',
      ...{ holder: null, remedy: 'Ask for it again.' },
    });
  }
  throw new VamplateError('unavailable', 'Whether the approval was written is not known: ask for it again.', {
    outcome: 'not_written',
  });
}

function refused(reason: ApprovalReason): VamplateError {
  return new VamplateError('refused', reason.sentence, { reasons: [reason] });
}
