/** The requests that wait, or that none does: which is said only where all of them could be read. */
import { DataTable } from '@/components/ui/data-table';
import { Empty } from '@/components/ui/states';
import type { ApprovalRow } from '@/lib/contracts/approvals';
import { approvalColumns } from './approval-columns';

interface WaitingRequestsProps {
  readonly items: readonly ApprovalRow[];
  readonly complete: boolean;
}

const keyOf = ({ hash }: ApprovalRow) => hash;

export function WaitingRequests({ items, complete }: WaitingRequestsProps) {
  if (items.length > 0)
    return <DataTable caption="Table of requests" columns={approvalColumns} rows={items} rowKey={keyOf} />;
  if (!complete) return <Empty says="Not every request could be read: some may wait." />;
  return <Empty says="Nothing waits. Where a plan needs a second person, its own page asks for one." />;
}
