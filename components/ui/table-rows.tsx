'use client';
/** The body of a table: every row up to two hundred, a window over them above; the row numbers stay true. */
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { Column } from './table-column';

/** Above this many rows only what is near the view is in the document. */
export const WINDOW_ABOVE = 200;
const ROW_HEIGHT = 32;
const OVERSCAN = 12;

export interface TableRowsProps<Row> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly isCurrent: ((row: Row) => boolean) | undefined;
}

export function TableRows<Row>(props: TableRowsProps<Row>) {
  if (props.rows.length > WINDOW_ABOVE) return <WindowedRows {...props} />;
  return (
    <tbody>
      {props.rows.map((row, index) => (
        <TableRow key={props.rowKey(row)} {...props} row={row} index={index} />
      ))}
    </tbody>
  );
}

function WindowedRows<Row>(props: TableRowsProps<Row>) {
  const { rows, rowKey, scroller, columns } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => keyAt(rows, rowKey, index),
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Spacer height={before} columns={columns.length} />
      {items.map((item: VirtualItem) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <TableRow key={item.key} {...props} row={row} index={item.index} measure={virtual.measureElement} />
        );
      })}
      <Spacer height={after} columns={columns.length} />
    </tbody>
  );
}

function keyAt<Row>(rows: readonly Row[], rowKey: (row: Row) => string, index: number): string | number {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row of height, nothing in it takes focus
    <tr className="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

interface TableRowProps<Row> extends TableRowsProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly measure?: (node: HTMLTableRowElement | null) => void;
}

function TableRow<Row>({ columns, row, index, isCurrent, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row=""
      aria-rowindex={index + 2}
      aria-current={isCurrent?.(row) ? 'true' : undefined}
    >
      {columns.map((column, place) => {
        const className = [column.numeric ? 'num' : undefined, column.wrap ? 'wrap' : undefined]
          .filter(Boolean)
          .join(' ');
        const Cell = place === 0 ? 'th' : 'td';
        return (
          <Cell key={column.id} className={className || undefined} {...(place === 0 ? { scope: 'row' } : {})}>
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}
