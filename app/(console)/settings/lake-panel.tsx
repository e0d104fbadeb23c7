'use client';
/** One lake: how it is watched, what its store was proven to do, and the probe that finds out. */
import { CapabilityTable } from '@/components/settings/capability-table';
import { LakeFacts } from '@/components/settings/lake-facts';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Failed } from '@/components/ui/states';
import { useProbe } from '@/lib/client/mutations/probe';
import { useCapabilities } from '@/lib/client/queries/lakes';
import type { Lake } from '@/lib/contracts/lakes';
import { allows, type Role } from '@/lib/contracts/roles';
import { FreezePanel } from './freeze-panel';
import { OwnBytesPanel } from './own-bytes-panel';

export interface LakePanelProps {
  readonly lake: Lake;
  /** Null until the session has answered. */
  readonly role: Role | null;
}

export function LakePanel({ lake, role }: LakePanelProps) {
  const capabilities = useCapabilities(lake.id);
  const probe = useProbe(lake.id);
  return (
    <Panel
      title={lake.id}
      meta={capabilities.data?.probedAt ? capabilities.data.meta : undefined}
      actions={
        <Button
          small
          icon="policy"
          pending={probe.isPending}
          refusal={refusalOf(role)}
          onClick={() => probe.mutate()}
        >
          Probe store
        </Button>
      }
    >
      <LakeFacts lake={lake} />
      <FreezePanel lake={lake.id} />
      {probe.error ? <Failed error={probe.error} onRetry={() => probe.mutate()} /> : null}
      <Answered answer={capabilities} what="capabilities">
        {(report) => <CapabilityTable report={report} />}
      </Answered>
      <OwnBytesPanel lake={lake.id} />
    </Panel>
  );
}

function refusalOf(role: Role | null): string | null {
  if (role === null) return 'Waiting for the session to be read.';
  return allows(role, 'operator')
    ? null
    : `A probe writes to the store: it needs the role operator, this session has ${role}.`;
}
