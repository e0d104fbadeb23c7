'use client';
/** Overview with its answers: the attention list first, then counts, storage and lakes; each fails by itself. */
import { QueryProvider } from '@/app/query-provider';
import { AttentionList } from '@/components/attention/attention-list';
import { attentionTitle } from '@/components/attention/attention-words';
import { CountStrip } from '@/components/attention/count-strip';
import { FleetStorage } from '@/components/fleet/fleet-storage';
import { LakeStrip } from '@/components/fleet/lake-strip';
import { GrowthPanel } from '@/components/growth/growth-panel';
import { Answered } from '@/components/ui/answered';
import { Panel } from '@/components/ui/panel';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { useWatchLakes } from '@/lib/client/page-live';
import { useAttention } from '@/lib/client/queries/attention';
import { useGrowth } from '@/lib/client/queries/growth';
import { useLakes } from '@/lib/client/queries/lakes';
import type { Lake } from '@/lib/contracts/lakes';
import { AddToStatusPage, ShownOnStatusPages } from './add-to-status-page';

export function OverviewScreen() {
  return (
    <QueryProvider>
      <Screen />
    </QueryProvider>
  );
}

function Screen() {
  const attention = useAttention();
  const lakes = useLakes();
  const growth = useGrowth();
  useWatchLakes((lakes.data?.items ?? []).map(({ id }) => id));
  const reply = attention.data;
  return (
    <div className="stack">
      <Panel
        heading="h1"
        title={reply === undefined ? 'What needs a decision' : attentionTitle(reply.items)}
        caption="Worst first, then what changes soonest. A row leaves only when its condition is read as gone."
        meta={reply?.meta}
      >
        <Answered answer={attention} what="what needs a decision" tall>
          {({ items, counts }) => <AttentionList items={items} unread={counts.datasetsUnread} />}
        </Answered>
      </Panel>
      {reply === undefined ? null : (
        <>
          <PanelBoundary>
            <CountStrip counts={reply.counts} />
          </PanelBoundary>
          <PanelBoundary>
            <FleetStorage storage={reply.storage} datasets={reply.counts.datasets} />
          </PanelBoundary>
        </>
      )}
      <Panel title="Growth over 30 days" meta={growth.data?.meta}>
        <Answered answer={growth} what="growth" rows={2}>
          {({ recorded, days }) => <GrowthPanel recorded={recorded} days={days} />}
        </Answered>
      </Panel>
      <Panel
        title="Lakes"
        meta={lakes.data?.meta}
        actions={
          lakes.data === undefined || lakes.data.items.length === 0 ? null : (
            <AddToStatusPage small targets={lakes.data.items.map(lakeTarget)} />
          )
        }
      >
        <Answered answer={lakes} what="lakes" rows={2} tall>
          {({ items }) => (
            <>
              <LakeStrip lakes={items} />
              <ShownOnStatusPages targets={items.map(lakeTarget)} />
            </>
          )}
        </Answered>
      </Panel>
    </div>
  );
}

function lakeTarget({ id }: Lake) {
  return { kind: 'lake', lake: id, label: null, description: null } as const;
}
