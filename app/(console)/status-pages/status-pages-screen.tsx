'use client';
/** The board of status pages with its answers, and making one. */
import { useState } from 'react';
import { noneRead, pagesFoot } from '@/components/status-pages/add-rules';
import { statusPageColumns, statusPageHref } from '@/components/status-pages/page-columns';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { navigate } from '@/components/ui/navigate';
import { Panel } from '@/components/ui/panel';
import { problemOf } from '@/components/ui/problem';
import { Empty } from '@/components/ui/states';
import { useStatusPages } from '@/lib/client/queries/status-pages';
import { MakePage } from './make-page';
import { useStatusRefusal } from './use-status-refusal';

export function StatusPagesScreen() {
  const pages = useStatusPages();
  const refused = useStatusRefusal('makeStatusPage');
  const [asking, setAsking] = useState(false);
  const closed = pages.error !== null && pages.data === undefined ? problemOf(pages.error).sentence : null;
  const button = (
    <Button small variant="primary" icon="plus" refusal={refused ?? closed} onClick={() => setAsking(true)}>
      Make a status page…
    </Button>
  );
  return (
    <>
      <Panel
        title="Status pages"
        heading="h1"
        caption="What people outside read, without signing in."
        meta={pages.data?.meta}
        actions={button}
      >
        <Answered answer={pages} what="status pages">
          {({ items, meta }) =>
            items.length === 0 ? (
              <Empty says={meta.complete ? 'No status page was made.' : noneRead}>
                <p>
                  A status page tells people outside how chosen datasets, serving sets and locks do: their
                  state, how fresh they are, 90 days of it, incidents and maintenance. It is made from the
                  same facts as this console, and shows names, only labels, or only counts. “Make a status
                  page” begins one.
                </p>
              </Empty>
            ) : (
              <>
                <DataTable
                  caption="All status pages"
                  columns={statusPageColumns}
                  rows={items}
                  rowKey={({ slug }) => slug}
                />
                <div className="table-foot">
                  <span>{pagesFoot(items.length, meta.complete)}</span>
                </div>
              </>
            )
          }
        </Answered>
      </Panel>
      {asking ? (
        <MakePage onMade={(slug) => navigate(statusPageHref(slug))} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
