'use client';
/** Runs and sealed plans as lists, of all lakes or of one dataset. */
import { planColumns } from '@/components/cleanup/plan-columns';
import { runColumns } from '@/components/runs/run-columns';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { type PlanFilters, type RunFilters, usePlans, useRuns } from '@/lib/client/queries/runs';
import type { PlanRow } from '@/lib/contracts/plans';
import type { RunRow } from '@/lib/contracts/runs';

const runKey = ({ run }: RunRow) => run;
const planKey = ({ hash }: PlanRow) => hash;

interface RunsPanelProps {
  readonly filters: RunFilters;
  readonly heading: 'h1' | 'h2';
  readonly empty: string;
}

export function RunsPanel({ filters, heading, empty }: RunsPanelProps) {
  const runs = useRuns(filters);
  const pages = runs.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const unreadable = pages.flatMap((page) => page.unreadable);
  return (
    <Panel title="Runs" heading={heading} caption="Newest first" meta={pages[0]?.meta}>
      <Answered answer={{ ...runs, data: runs.data }} what="runs">
        {() => (
          <>
            {unreadable.map(({ lake, key, reason }) => (
              <p key={`${lake} ${key}`} className="stale" role="note">
                A run of {lake} cannot be read: <code className="break">{key}</code>. {reason}
              </p>
            ))}
            {items.length === 0 && runs.hasNextPage ? (
              <Empty says="None of the newest runs is one of these." />
            ) : items.length === 0 ? (
              <Empty says={empty} />
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

interface PlansPanelProps {
  readonly filters: PlanFilters;
  readonly empty: string;
}

export function PlansPanel({ filters, empty }: PlansPanelProps) {
  const plans = usePlans(filters);
  return (
    <Panel title="Sealed plans" caption="Removed when nobody ran them for 30 days" meta={plans.data?.meta}>
      <Answered answer={plans} what="plans">
        {({ items }) =>
          items.length === 0 ? (
            <Empty says={empty} />
          ) : (
            <DataTable caption="Table of sealed plans" columns={planColumns} rows={items} rowKey={planKey} />
          )
        }
      </Answered>
    </Panel>
  );
}
