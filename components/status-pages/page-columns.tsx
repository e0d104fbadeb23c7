'use client';
/** The columns of the board of status pages: what it says now, how old that is, who may read it, what is open on it. */
import { useCallback } from 'react';
import { Age } from '@/components/ui/age';
import { useTimeText } from '@/components/ui/clock';
import { plural } from '@/components/ui/format-count';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import { isOpen } from '@/lib/contracts/status-document';
import type { StatusPage, statusPageNow } from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import { livingLinks } from './link-rules';
import { StateBadge } from './status-badges';
import { levelWords } from './status-words';

export type StatusPageRow = StatusPage & { readonly now: z.output<typeof statusPageNow> };

export function statusPageHref(slug: string): string {
  return `/status-pages/${encodeURIComponent(slug)}`;
}

export const statusPageColumns: readonly Column<StatusPageRow>[] = [
  {
    id: 'title',
    header: 'Page',
    cell: (row) => (
      <>
        <RowLink href={statusPageHref(row.slug)}>{row.title}</RowLink>
        <small>{row.slug}</small>
      </>
    ),
  },
  { id: 'state', header: 'Now', cell: (row) => <StateBadge state={row.now.state} /> },
  { id: 'sentence', header: 'What it says', wrap: true, cell: (row) => row.now.sentence },
  {
    id: 'sampled',
    header: 'Last sample',
    cell: (row) =>
      row.now.sampledAt === null ? <span className="faint">none yet</span> : <Age at={row.now.sampledAt} />,
  },
  { id: 'level', header: 'Outsiders read', cell: (row) => levelWords[row.level] },
  {
    id: 'visibility',
    header: 'Opens',
    cell: (row) => (row.visibility === 'public' ? 'for everybody' : 'through links'),
  },
  { id: 'links', header: 'Links alive', numeric: true, cell: (row) => <LivingLinks page={row} /> },
  { id: 'incidents', header: 'Open incidents', numeric: true, cell: (row) => <OpenIncidents page={row} /> },
];

function LivingLinks({ page: { links } }: { readonly page: StatusPageRow }) {
  return useTimeText(useCallback((nowMs) => String(livingLinks(links, nowMs ?? 0)), [links]));
}

function OpenIncidents({ page: { incidents } }: { readonly page: StatusPageRow }) {
  const open = incidents.filter((one) => one.kind === 'incident' && isOpen(one)).length;
  const planned = incidents.filter((one) => one.kind === 'maintenance' && isOpen(one)).length;
  return (
    <>
      {open}
      {planned === 0 ? null : <small>{plural(planned, 'maintenance', 'maintenances')}</small>}
    </>
  );
}
