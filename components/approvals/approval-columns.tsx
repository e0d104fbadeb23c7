/** The columns of requests that wait for a second person: what, who asks, why, and for how long. */
import { Age, Remaining } from '@/components/ui/age';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import type { ApprovalRow } from '@/lib/contracts/approvals';
import { approvalHref, askedWords } from './approval-words';

export const approvalColumns: readonly Column<ApprovalRow>[] = [
  {
    id: 'action',
    header: 'What',
    wrap: true,
    cell: ({ hash, action, target }) => (
      <>
        <RowLink href={approvalHref(hash)}>{askedWords[action]}</RowLink>
        <small className="break">{target}</small>
      </>
    ),
  },
  {
    id: 'by',
    header: 'Asked by',
    cell: ({ actor, role }) => (
      <>
        {actor} <span className="faint">{role}</span>
      </>
    ),
  },
  { id: 'at', header: 'Asked', cell: ({ askedAt }) => <Age at={askedAt} /> },
  { id: 'reason', header: 'Reason', wrap: true, cell: ({ reason }) => reason },
  { id: 'left', header: 'Lapses', cell: ({ lapsesAt }) => <Remaining at={lapsesAt} /> },
];
