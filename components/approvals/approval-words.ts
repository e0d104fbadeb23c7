/** How requests that wait for a second person are spoken of: their actions, what was stated, why one cannot be approved now. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { Notice } from '@/components/actions/action-notice';
import type { ApprovalDetail, ApprovalRow, AskedAction, StatementId } from '@/lib/contracts/approvals';

export const askedWords: Readonly<Record<AskedAction, string>> = {
  cancel_seal: 'Cancel seal',
  delete_branch: 'Delete branch',
  force_unlock: 'Break lock',
  quarantine_lock: 'Quarantine lock',
};

/** As somebody approves: each is made sure of anew. */
export const statedWords: Readonly<Record<StatementId, string>> = {
  processStopped: 'The process behind it is stopped.',
  ioQuiescent: 'What it had accepted is done: nothing of it is still being written.',
  nothingElseRuns: 'No other unlock runs, and no process is being admitted.',
  stopLive: 'The live server is stopped: I saw that it beats, or may.',
};

/** Of a branch: what was approved is used up by one request. */
export const longDeletion =
  'What does not fit into one request stops: asked for again it goes on, which another admin has to approve again.';

export function approvalHref(hash: string): string {
  return `/operations/approvals/${hash}`;
}

/** The same question where it takes two: it says so before anything is pressed, and the button only asks. */
export function secondPersonQuestion(question: DialogQuestion): DialogQuestion {
  const { submit } = question;
  return {
    ...question,
    consequences: [
      'Nothing is done by this alone: another admin has to approve it within 30 minutes. What is asked for is recorded as you see it, and is refused when it has changed by then.',
      ...question.consequences,
    ],
    submit: `Ask to ${submit.charAt(0).toLowerCase()}${submit.slice(1)}`,
  };
}

export function waitingNotice({ target, hash }: ApprovalRow, notes: readonly string[]): Notice {
  return {
    says: `Waits for a second person: ${target}. Nothing is done yet; another admin approves it within 30 minutes.`,
    notes,
    link: { href: approvalHref(hash), label: 'The request' },
  };
}

/** @param actor who is signed in; null: not known yet. @returns null when nothing of the request itself forbids it */
export function approveRefusal(
  { state, approvedBy, changes, actor: asker }: ApprovalDetail,
  actor: string | null,
): string | null {
  if (approvedBy !== null || state === 'used')
    return `${approvedBy?.actor ?? 'Somebody'} approved it already: it is carried out once.`;
  if (state === 'lapsed') return 'The request has lapsed: it may be approved for 30 minutes.';
  if (state === 'unknown') return 'The store states no time, so nobody knows whether the request has lapsed.';
  if (asker === actor) return 'You asked for it: another admin approves it.';
  const [first] = changes;
  return first === undefined ? null : `It is not as it was: ${first}`;
}
