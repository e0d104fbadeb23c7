'use client';
/** Operations: what runs and ran, what waits for a second person, which plans are sealed, and whether a receipt that somebody has is true. */
import { PasteReceipt } from '@/components/receipts/paste-receipt';
import { ReceiptVerdict } from '@/components/receipts/receipt-verdict';
import { Panel } from '@/components/ui/panel';
import { Failed } from '@/components/ui/states';
import { useVerifyReceipt } from '@/lib/client/mutations/runs';
import { ApprovalsPanel } from './approvals-panel';
import { PlansPanel, RunsPanel } from './run-panels';

export function OperationsScreen() {
  return (
    <div className="stack">
      <RunsPanel filters={{}} heading="h1" empty="Nothing was run yet. A cleanup begins at its dataset." />
      <ApprovalsPanel />
      <PlansPanel filters={{}} empty="No plan is sealed in any lake." />
      <Verify />
    </div>
  );
}

function Verify() {
  const verify = useVerifyReceipt();
  return (
    <Panel title="Verify a receipt" caption="Nothing is written for this">
      <PasteReceipt pending={verify.isPending} onVerify={(text) => verify.mutate(text)} />
      {verify.error === null ? null : <Failed error={verify.error} />}
      {verify.data === undefined ? null : <ReceiptVerdict verdict={verify.data.verdict} />}
    </Panel>
  );
}
