/** Objects that a version names and the store does not have: the table where data is already lost. */
import { type ReactElement, useMemo } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { DataTable } from '@/components/ui/data-table';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import type { StorageReport } from '@/lib/contracts/storage';

type Missing = StorageReport['missing'][number];

export function MissingObjects({
  missing,
  hrefOf,
}: {
  readonly missing: readonly Missing[];
  readonly hrefOf: (version: string) => string;
}): ReactElement {
  const columns = useMemo(() => columnsOf(hrefOf), [hrefOf]);
  return (
    <DataTable
      caption="Objects that are missing"
      columns={columns}
      rows={missing}
      rowKey={(row) => `${row.neededBy} ${row.key}`}
    />
  );
}

function columnsOf(hrefOf: (version: string) => string): readonly Column<Missing>[] {
  return [
    {
      id: 'key',
      header: 'Object',
      cell: (row) => (
        <span className="row-name">
          <code className="id">{row.key}</code>
          <CopyButton text={row.key} label="Copy object key" />
        </span>
      ),
    },
    {
      id: 'version',
      header: 'Needed by',
      cell: (row) => <RowLink href={hrefOf(row.neededBy)}>v{row.neededBy}</RowLink>,
    },
  ];
}
