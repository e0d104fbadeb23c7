'use client';
/** Operations: what runs and ran, which plans are sealed, and whether a receipt that somebody has is true. */
import { planColumns } from '@/components/cleanup/plan-columns';
import { PasteReceipt } from '@/components/receipts/paste-receipt';
import { ReceiptVerdict } from '@/components/receipts/receipt-verdict';
import { runColumns } from '@/components/runs/run-columns';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Empty, Failed } from '@/components/ui/states';
import { useVerifyReceipt } from '@/lib/client/mutations/runs';
import { usePlans, useRuns } from '@/lib/client/queries/runs';
import type { PlanRow } from '@/lib/contracts/plans';
import type { RunRow } from '@/lib/contracts/runs';

const runKey = ({ run }: RunRow) => run;
const planKey = ({ hash }: PlanRow) => hash;

export function OperationsScreen() {
  return (
    <div className="stack">
      <Runs />
      <Plans />
      <Verify />
    </div>
  );
}

function Runs() {
  const runs = useRuns({});
  const pages = runs.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const unreadable = pages.flatMap((page) => page.unreadable);
  return (
    <Panel title="Runs" heading="h1" caption="Newest first" meta={pages[0]?.meta}>
      <Answered answer={{ ...runs, data: runs.data }} what="runs">
        {() => (
          <>
            {unreadable.map(({ lake, key, reason }) => (
              <p key={`${lake} ${key}`} className="stale" role="note">
                A run of {lake} cannot be read: <code className="break">{key}</code>. {reason}
              </p>
            ))}
            {items.length === 0 ? (
              <Empty says="Nothing was run yet. A cleanup begins at its dataset." />
            ) : (
              <DataTable caption="Table of runs" columns={runColumns} rows={items} rowKey={runKey} />
            )}
            {runs.hasNextPage ? (
              <p className="panel-foot">
                <Button small pending={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
                  Show older runs
                </Button>
              </p>
            ) : null}
          </>
        )}
      </Answered>
    </Panel>
  );
}

function Plans() {
  const plans = usePlans();
  return (
    <Panel title="Sealed plans" caption="Removed when nobody ran them for 30 days" meta={plans.data?.meta}>
      <Answered answer={plans} what="plans">
        {({ items }) =>
          items.length === 0 ? (
            <Empty says="No plan is sealed in any lake." />
          ) : (
            <DataTable caption="Table of sealed plans" columns={planColumns} rows={items} rowKey={planKey} />
          )
        }
      </Answered>
    </Panel>
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
