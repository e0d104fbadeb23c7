'use client';
/** One paged list with its states: loading, failed, empty, filtered to nothing, rows, and how much is not loaded yet. */
import type { ReactNode } from 'react';
import { Answered } from '@/components/ui/answered';
import { DataTable } from '@/components/ui/data-table';
import { LoadMore } from '@/components/ui/load-more';
import { Panel } from '@/components/ui/panel';
import { Empty, NoMatches } from '@/components/ui/states';
import type { Column } from '@/components/ui/table-column';
import { metaOfPages, rowsOfPages } from '@/lib/client/paged-answer';
import type { ReplyMeta } from '@/lib/contracts/meta';
import type { ListAddress } from './use-list-address';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly meta: ReplyMeta;
}

/** The part of an infinite query that the board uses. */
export interface PagedQuery<Row> {
  readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

export interface PagedBoardProps<Row> {
  readonly title: string;
  readonly heading?: 'h1' | 'h2';
  readonly caption?: string;
  /** Buttons at the right of the head. */
  readonly actions?: ReactNode;
  readonly query: PagedQuery<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** `lease`, for `All 12 leases`. */
  readonly noun: string;
  /** What is true when nothing exists. */
  readonly empty: ReactNode;
  readonly address: ListAddress;
}

export function PagedBoard<Row extends Record<string, unknown>>(props: PagedBoardProps<Row>) {
  const { title, heading = 'h1', caption, actions, query, noun } = props;
  const meta = query.data === undefined ? undefined : metaOfPages(query.data.pages);
  return (
    <Panel title={title} heading={heading} caption={caption} meta={meta} actions={actions}>
      <Answered answer={query} what={`${noun}s`} rows={8}>
        {({ pages }) => <Rows {...props} pages={pages} />}
      </Answered>
    </Panel>
  );
}

function Rows<Row extends Record<string, unknown>>({
  query,
  columns,
  keyOf,
  noun,
  empty,
  address,
  pages,
}: Omit<PagedBoardProps<Row>, 'title'> & { readonly pages: readonly Page<Row>[] }) {
  const rows = rowsOfPages(pages, keyOf);
  if (rows.length === 0 && !query.hasNextPage) {
    return address.filtered ? (
      <NoMatches
        says={`No ${noun} matches these filters.`}
        clearHref={address.clearHref}
        onClear={address.onClear}
      />
    ) : (
      <Empty says={empty} />
    );
  }
  return (
    <>
      <DataTable
        caption={`Table of ${noun}s`}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        sort={address.sort}
        onSort={address.onSort}
      />
      <LoadMore
        shown={rows.length}
        noun={noun}
        hasMore={query.hasNextPage}
        pending={query.isFetchingNextPage}
        onMore={() => query.fetchNextPage()}
        sorted={address.sort !== null}
      />
    </>
  );
}
