/** What is asked before a lake is closed to operations, and before it is opened again. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { Freeze } from '@/lib/contracts/freeze';

export function freezeQuestion(lake: string): DialogQuestion {
  return {
    title: `Freeze every operation in the lake ${lake}?`,
    consequences: [
      'No tag, lease, marker, branch or lock of it is changed from here until an admin opens it again.',
      'A run that is under way stops before its next batch.',
      'Writers, readers and other tools are not affected.',
    ],
    asksReason: true,
    submit: `Freeze ${lake}`,
    halt: true,
  };
}

export function unfreezeQuestion(lake: string, freeze: Freeze): DialogQuestion {
  return {
    title: `Open the lake ${lake} to operations again?`,
    consequences: [
      freeze.state === 'frozen'
        ? `${freeze.actor ?? 'Somebody'} froze it: ${freeze.reason ?? ''}`
        : `The freeze cannot be read: ${freeze.problem ?? ''} It is replaced as it is now.`,
      'Operations can be started again at once; a run that was stopped is not begun by itself.',
    ],
    asksReason: true,
    submit: `Open ${lake}`,
  };
}
