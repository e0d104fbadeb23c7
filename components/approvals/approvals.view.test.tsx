// @vitest-environment happy-dom
/** What waits for a second person: nothing waits only where all was read; a long deletion needs its second person again. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { deleteBranchQuestion } from '@/components/references/reference-questions';
import type { ApprovalDetail } from '@/lib/contracts/approvals';
import type { ReferenceRow } from '@/lib/contracts/control';
import { approveRequestQuestion } from './approval-question';
import { WaitingRequests } from './waiting-requests';

afterEach(cleanup);

describe('an empty list of requests', () => {
  it('says that nothing waits where every request was read', () => {
    const { container } = render(<WaitingRequests items={[]} complete />);
    expect(container.textContent).toContain('Nothing waits.');
  });

  it('says that some may wait where not every request was read', () => {
    const { container } = render(<WaitingRequests items={[]} complete={false} />);
    expect(container.textContent).not.toContain('Nothing waits.');
    expect(container.textContent).toContain('Not every request could be read: some may wait.');
  });
});

describe('the deletion of a branch', () => {
  const again = 'asked for again it goes on, which another admin has to approve again';
  const row = { kind: 'branch', name: 'exp', deletionOf: null } as ReferenceRow;
  const waiting = {
    ...{ action: 'delete_branch', target: 'prod/t: branch exp', actor: 'ann', reason: 'over', seen: [] },
    ...{ statements: [], typedName: 'exp' },
  } as unknown as ApprovalDetail;
  const said = (consequences: readonly unknown[]) => consequences.filter((one) => typeof one === 'string');

  it('says to both persons that what is left over needs both again', () => {
    const both = [deleteBranchQuestion(row, true).consequences, approveRequestQuestion(waiting).consequences];
    for (const one of both) expect(said(one).join(' ')).toContain(again);
    const seal = approveRequestQuestion({ ...waiting, action: 'cancel_seal' }).consequences;
    for (const one of [deleteBranchQuestion(row, false).consequences, seal])
      expect(said(one).join(' ')).not.toContain(again);
  });
});
