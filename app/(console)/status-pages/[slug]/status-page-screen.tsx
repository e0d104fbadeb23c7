'use client';
/** One status page for its admins: what it says now, its settings, what is on it, who opens it, what was told on it. */
import { Fragment } from 'react';
import { LevelPreview } from '@/components/status-pages/level-preview';
import { PageChanges, PageFacts } from '@/components/status-pages/page-facts';
import { StateBadge } from '@/components/status-pages/status-badges';
import { TargetTable } from '@/components/status-pages/target-table';
import { Age } from '@/components/ui/age';
import { Answered } from '@/components/ui/answered';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useStatusPage } from '@/lib/client/queries/status-pages';
import { IncidentsPanel } from './incidents-panel';
import { LinksPanel } from './links-panel';
import { PageActions } from './page-actions';

export function StatusPageScreen({ slug }: { readonly slug: string }) {
  const read = useStatusPage(slug);
  const page = read.data;
  return (
    <>
      <PageHead
        title={page?.title ?? slug}
        here={slug}
        crumbs={[{ href: '/status-pages', label: 'Status pages' }]}
        beside={page === undefined ? null : <StateBadge state={page.now.state} />}
        sub={
          page === undefined ? null : (
            <>
              <span>{page.now.sentence}</span>
              {page.now.sampledAt === null ? null : (
                <span>
                  sampled <Age at={page.now.sampledAt} />
                </span>
              )}
            </>
          )
        }
        actions={page === undefined ? null : <PageActions page={page} />}
      />
      <div className="stack">
        <Panel title="Settings" className="snug" meta={page?.meta}>
          <Answered answer={read} what="this page" rows={6}>
            {(shown) => <PageFacts page={shown} />}
          </Answered>
        </Panel>
        {page === undefined ? null : (
          <Fragment key={page.madeAt}>
            <Panel title="What is on it" className="snug" caption="in this order">
              <TargetTable targets={page.targets} level={page.level} />
            </Panel>
            <Panel title="What outsiders read" className="snug">
              <LevelPreview level={page.level} />
            </Panel>
            <LinksPanel page={page} />
            <IncidentsPanel page={page} />
            <Panel title="Changes" className="snug" caption="the last hundred, newest first">
              <PageChanges changes={page.changes} />
            </Panel>
          </Fragment>
        )}
      </div>
    </>
  );
}
