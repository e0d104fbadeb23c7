/** The columns of runs: what and where, how it stands, how far it got, who asked and why. */
import type { ReactNode } from 'react';
import { Age } from '@/components/ui/age';
import { Anchor } from '@/components/ui/anchor';
import { Bytes, Count } from '@/components/ui/figures';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import type { RunRow } from '@/lib/contracts/runs';
import { RunBadge } from './run-badge';

export function runHref(run: string): string {
  return `/operations/runs/${run}`;
}

export function receiptHref(run: string): string {
  return `/operations/receipts/${run}`;
}

/** After a take-over a batch may have gone that nobody counted. */
function Least({ row, of }: { readonly row: RunRow; readonly of: ReactNode }) {
  return (
    <>
      {row.countsAtLeast ? <span className="faint">at least </span> : null}
      {of}
    </>
  );
}

export const runColumns: readonly Column<RunRow>[] = [
  {
    id: 'run',
    header: 'Cleanup of',
    cell: (row) => (
      <>
        <RowLink href={runHref(row.run)}>{row.path}</RowLink>
        <small>{row.lake}</small>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <>
        <RunBadge run={row} />
        {row.failure === null ? null : <small>{row.failure}</small>}
      </>
    ),
    wrap: true,
  },
  { id: 'begun', header: 'Asked for', cell: (row) => <Age at={row.createdAt} /> },
  {
    id: 'versions',
    header: 'Versions gone',
    numeric: true,
    cell: (row) => <Least row={row} of={<Count value={row.counts.versions} />} />,
  },
  {
    id: 'objects',
    header: 'Objects',
    numeric: true,
    cell: (row) => <Least row={row} of={<Count value={row.counts.objects} />} />,
  },
  {
    id: 'bytes',
    header: 'Freed',
    numeric: true,
    cell: (row) => <Least row={row} of={<Bytes bytes={row.counts.bytes} />} />,
  },
  {
    id: 'who',
    header: 'By, and why',
    wrap: true,
    cell: (row) => (
      <>
        {row.actor}
        {row.approvedBy === null ? '' : `, approved by ${row.approvedBy}`}
        <small>{row.reason}</small>
      </>
    ),
  },
  {
    id: 'receipt',
    header: 'Receipt',
    cell: (row) =>
      row.state === 'ended' ? (
        <Anchor href={receiptHref(row.run)}>Receipt</Anchor>
      ) : (
        <span className="faint">when it ends</span>
      ),
  },
];
