/** A fleet board's columns inside one dataset: without the dataset, and the version as the link that names the row. */
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import { datasetHref } from '@/lib/contracts/dataset-id';

export interface VersionOfRow {
  readonly version: string | null;
  readonly branch: string | null;
}

interface Placed {
  readonly lake: string;
  readonly dataset: string;
}

/**
 * @param linked the column that becomes the link
 * @param versionOf which version the row is about; a row about none keeps its own cell
 */
export function tabColumns<Row extends Placed>(
  columns: readonly Column<Row>[],
  linked: string,
  versionOf: (row: Row) => VersionOfRow,
): readonly Column<Row>[] {
  return columns
    .filter(({ id }) => id !== 'dataset')
    .map((column) => {
      if (column.id !== linked) return column;
      return { ...column, cell: (row: Row) => linkOf(row, versionOf(row)) ?? column.cell(row) };
    });
}

function linkOf({ lake, dataset }: Placed, { version, branch }: VersionOfRow) {
  if (version === null) return null;
  const search = branch === null ? '' : `?branch=${encodeURIComponent(branch)}`;
  return (
    <RowLink href={datasetHref(lake, dataset, `/versions/${version}${search}`)}>
      v{version}
      {branch !== null && <span className="faint"> on {branch}</span>}
    </RowLink>
  );
}

export function sortableOf<Row>(columns: readonly Column<Row>[]): readonly string[] {
  return columns.flatMap(({ id, sortBy }) => (sortBy ? [id] : []));
}
