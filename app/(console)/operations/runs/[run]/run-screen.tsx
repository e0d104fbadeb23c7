'use client';
import { RunBadge } from '@/components/runs/run-badge';
/** One run as it works: how far, at which step, who has it, what each version is at; stopped and slowed from here. */
import { receiptHref } from '@/components/runs/run-columns';
import { RunLog } from '@/components/runs/run-log';
import { OwnerBadge, WhatCanHappen } from '@/components/runs/run-owner';
import { RunProgress } from '@/components/runs/run-progress';
import { RunProtocol } from '@/components/runs/run-protocol';
import { RunVersions } from '@/components/runs/run-versions';
import { Answered } from '@/components/ui/answered';
import { ButtonLink } from '@/components/ui/button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useRun } from '@/lib/client/queries/runs';
import type { RunDetail } from '@/lib/contracts/runs';
import { RunControls } from './run-controls';

export function RunScreen({ run: id }: { readonly run: string }) {
  const read = useRun(id);
  const run = read.data?.run;
  return (
    <>
      <PageHead
        title={run === undefined ? 'A run' : `Cleanup of ${run.path}`}
        crumbs={[{ href: '/operations', label: 'Operations' }]}
        here={<code className="id">{id}</code>}
        beside={
          run === undefined ? null : (
            <>
              <RunBadge run={run} />
              <OwnerBadge run={run} />
            </>
          )
        }
        actions={run === undefined ? null : <Actions run={run} />}
      />
      <Answered answer={read} what="the run" rows={12}>
        {({ run: found, meta }) => (
          <div className="with-side">
            <div className="stack">
              <Panel title="Progress" meta={meta}>
                <RunProgress run={found} />
                {found.failure === null ? null : (
                  <p className="panel-foot" role="alert">
                    {found.failure}
                  </p>
                )}
              </Panel>
              <RunVersions versions={found.versions} />
              <Panel
                title={found.state === 'ended' ? 'Whose it was' : 'What can happen from here'}
                className="snug"
              >
                <WhatCanHappen run={found} />
              </Panel>
            </div>
            <div className="stack">
              <RunProtocol run={found} />
              <RunLog log={found.log} />
            </div>
          </div>
        )}
      </Answered>
    </>
  );
}

function Actions({ run }: { readonly run: RunDetail }) {
  return run.state === 'ended' ? (
    <ButtonLink href={receiptHref(run.run)} variant="primary">
      Receipt
    </ButtonLink>
  ) : (
    <RunControls run={run} />
  );
}
