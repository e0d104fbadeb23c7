'use client';
/** What waits for a second person, of all lakes: shown where the configuration asks for one, or something waits. */
import { WaitingRequests } from '@/components/approvals/waiting-requests';
import { Answered } from '@/components/ui/answered';
import { Panel } from '@/components/ui/panel';
import { useApprovals } from '@/lib/client/queries/approvals';
import { useSession } from '@/lib/client/queries/session';

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
        {({ items, meta }) => <WaitingRequests items={items} complete={meta.complete} />}
      </Answered>
    </Panel>
  );
}
