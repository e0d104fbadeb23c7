/** One column of a table: its head, its cell, what it sorts by. */
import type { ReactNode } from 'react';
import type { SortValue } from './sort-rules';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sortable by this; null is not known and stands last. */
  readonly sortBy?: (row: Row) => SortValue;
  readonly numeric?: boolean;
  /** Long sentences wrap; everything else stays on one line. */
  readonly wrap?: boolean;
}
