'use client';
/** What waits for a second person, of all lakes: shown where the configuration asks for one, or something waits. */
import { approvalColumns } from '@/components/approvals/approval-columns';
import { Answered } from '@/components/ui/answered';
import { DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useApprovals } from '@/lib/client/queries/approvals';
import { useSession } from '@/lib/client/queries/session';
import type { ApprovalRow } from '@/lib/contracts/approvals';

const keyOf = ({ hash }: ApprovalRow) => hash;

export function ApprovalsPanel() {
  const approvals = useApprovals();
  const session = useSession();
  const asked = (session.data?.secondApprover ?? []).length > 0;
  const unread = approvals.data?.meta.complete === false;
  if (!asked && !unread && (approvals.data?.items.length ?? 0) === 0) return null;
  return (
    <Panel
      title="Waiting for a second person"
      caption="Another admin approves each within 30 minutes"
      meta={approvals.data?.meta}
    >
      <Answered answer={approvals} what="requests">
        {({ items }) =>
          items.length === 0 ? (
            <Empty says="Nothing waits. Where a plan needs a second person, its own page asks for one." />
          ) : (
            <DataTable caption="Table of requests" columns={approvalColumns} rows={items} rowKey={keyOf} />
          )
        }
      </Answered>
    </Panel>
  );
}
