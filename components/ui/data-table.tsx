'use client';
/** A table with real table semantics: sticky head, sorting of what is loaded, virtual rows above two hundred. */
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { Icon } from './icon';
import { compareKnown, type Sort } from './sort-rules';
import type { Column } from './table-column';
import { TableFrame } from './table-frame';
import { TableRows } from './table-rows';

export interface DataTableProps<Row extends RowData> {
  readonly caption: string;
  /** The first column names the row. Keep the array stable. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly isCurrent?: (row: Row) => boolean;
  readonly sort?: Sort | null;
  readonly onSort?: (columnId: string) => void;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  isCurrent,
  sort = null,
  onSort,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(() => (sort === null ? [] : [{ id: sort.id, desc: sort.desc }]), [sort]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    onSortingChange: () => {},
    getRowId: rowKey,
  });
  const ordered = table.getRowModel().rows.map((row) => row.original);
  return (
    <TableFrame label={caption} scroller={scroller}>
      <table className="table" aria-rowcount={rows.length + 1}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <TableRows
          scroller={scroller}
          columns={columns}
          rows={ordered}
          rowKey={rowKey}
          isCurrent={isCurrent}
        />
      </table>
    </TableFrame>
  );
}

function definitionOf<Row extends RowData>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    accessorFn: (row: Row) => column.sortBy?.(row) ?? undefined,
    enableSorting: column.sortBy !== undefined,
    sortUndefined: 'last',
    sortFn: (a, b, id) => compareKnown(a.getValue(id), b.getValue(id)),
  };
}

interface ColumnHeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: ((columnId: string) => void) | undefined;
}

function ColumnHead<Row>({ column, sort, onSort }: ColumnHeadProps<Row>) {
  const className = column.numeric ? 'num' : undefined;
  if (column.sortBy === undefined || onSort === undefined) {
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  const direction = sort?.id !== column.id ? 'none' : sort.desc ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => onSort(column.id)}>
        {column.header}
        <Icon name="down" size="xs" />
      </button>
    </th>
  );
}
