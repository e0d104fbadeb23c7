/** What is asked of the second person: it is done at once, so it asks all that the first was asked. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { ApprovalDetail } from '@/lib/contracts/approvals';
import { askedWords, longDeletion, statedWords } from './approval-words';

export function approveRequestQuestion(approval: ApprovalDetail): DialogQuestion {
  const { action, target, actor, reason, seen, statements, typedName } = approval;
  const verb = askedWords[action];
  return {
    title: `${verb}, as ${actor} asks: ${target}?`,
    consequences: [
      <>
        {actor} gave as reason: <b>{reason}</b>
      </>,
      'It is done at once, with every guard asked afresh, and only this once: what refuses it after your word uses the request up.',
      ...(action === 'delete_branch'
        ? ['All its versions and files go. There is no way back.', longDeletion]
        : []),
      ...seen.map(({ what, was }) => (
        <>
          {what}: <code className="id break">{was}</code>, or it is refused.
        </>
      )),
      'The journal names both of you.',
    ],
    statements: statements.map((id) => ({ id, words: statedWords[id] })),
    asksReason: true,
    typedName: { name: typedName, label: 'Exact name of the object' },
    submit: `Approve and ${verb.charAt(0).toLowerCase()}${verb.slice(1)}`,
    halt: true,
  };
}
