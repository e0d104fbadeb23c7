/** Versions newest first; the row in the address is marked, and the head row names whose clock each time is. */
import { type ReactElement, useMemo } from 'react';
import { Instant } from '@/components/ui/age';
import { DataTable } from '@/components/ui/data-table';
import { Bytes, Count } from '@/components/ui/figures';
import type { Column } from '@/components/ui/table-column';
import type { VersionRow } from '@/lib/contracts/versions';
import { EarliestCell, FromManifest, KeptBecause, OperationWords, VersionLink } from './version-cells';

export interface VersionsTableProps {
  readonly name: string;
  readonly rows: readonly VersionRow[];
  readonly selected: string | null;
  readonly onSelect: (version: string) => void;
  /** The address that selects a version; keep it stable. */
  readonly hrefOf: (version: string) => string;
}

export function VersionsTable({ name, rows, selected, onSelect, hrefOf }: VersionsTableProps): ReactElement {
  const columns = useMemo(() => columnsOf(onSelect, hrefOf), [onSelect, hrefOf]);
  return (
    <DataTable
      caption={`Versions of ${name}, newest first`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.version}
      isCurrent={(row) => row.version === selected}
    />
  );
}

function columnsOf(
  onSelect: VersionsTableProps['onSelect'],
  hrefOf: VersionsTableProps['hrefOf'],
): readonly Column<VersionRow>[] {
  return [
    {
      id: 'version',
      header: 'Version',
      cell: (row) => <VersionLink row={row} href={hrefOf(row.version)} onSelect={onSelect} />,
    },
    { id: 'stored', header: 'Stored (store)', cell: (row) => <Instant at={row.storedAt} /> },
    {
      id: 'committed',
      header: 'Committed (manifest)',
      cell: (row) => (
        <FromManifest row={row}>
          <Instant at={row.committedAt} />
        </FromManifest>
      ),
    },
    {
      id: 'operation',
      header: 'Operation',
      cell: (row) => (
        <FromManifest row={row}>
          <OperationWords operation={row.operation} />
        </FromManifest>
      ),
    },
    {
      id: 'rows',
      header: 'Rows',
      numeric: true,
      cell: (row) => (
        <FromManifest row={row}>
          <Count value={row.rows} />
        </FromManifest>
      ),
    },
    {
      id: 'fragments',
      header: 'Fragments',
      numeric: true,
      cell: (row) => (
        <FromManifest row={row}>
          <Count value={row.fragments} />
        </FromManifest>
      ),
    },
    {
      id: 'size',
      header: 'Size',
      numeric: true,
      cell: (row) => (
        <FromManifest row={row}>
          <Bytes bytes={row.bytes} unknown="not recorded" />
        </FromManifest>
      ),
    },
    { id: 'kept', header: 'Kept because', cell: (row) => <KeptBecause row={row} /> },
    { id: 'earliest', header: 'Earliest reclaim', cell: (row) => <EarliestCell row={row} /> },
  ];
}
