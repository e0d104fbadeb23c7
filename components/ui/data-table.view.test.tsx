// @vitest-environment happy-dom
/** A table is a table: heads, row names, true row numbers; sorting by value; unknown last; a window over many rows. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table';
import type { Column } from './table-column';

afterEach(cleanup);

type Row = { readonly name: string; readonly latest: bigint | null };

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Dataset', cell: (row) => row.name, sortBy: (row) => row.name },
  {
    id: 'latest',
    header: 'Latest',
    numeric: true,
    cell: (row) => (row.latest === null ? 'not read' : `v${row.latest}`),
    sortBy: (row) => row.latest,
  },
];

const rows: readonly Row[] = [
  { name: 'b', latest: 9n },
  { name: 'a', latest: null },
  { name: 'c', latest: 10n },
];

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

function table(sort: { id: string; desc: boolean } | null, onSort = vi.fn()) {
  return (
    <DataTable
      caption="Datasets"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
      isCurrent={(row) => row.name === 'c'}
      sort={sort}
      onSort={onSort}
    />
  );
}

describe('a table', () => {
  it('keeps the order it was given, names rows, marks the current one', () => {
    render(table(null));
    expect(names()).toEqual(['b', 'a', 'c']);
    expect(screen.getByRole('table', { name: 'Datasets' }).getAttribute('aria-rowcount')).toBe('4');
    expect(screen.getAllByRole('row').at(-1)?.getAttribute('aria-current')).toBe('true');
  });

  it.each([
    [false, ['b', 'c', 'a']],
    [true, ['c', 'b', 'a']],
  ])('sorts versions as numbers (descending: %s) and unknown last', (desc, order) => {
    render(table({ id: 'latest', desc }));
    expect(names()).toEqual(order);
    const head = screen.getByRole('columnheader', { name: 'Latest' });
    expect(head.getAttribute('aria-sort')).toBe(desc ? 'descending' : 'ascending');
  });

  it('asks for a sort by its head', () => {
    const onSort = vi.fn();
    render(table(null, onSort));
    fireEvent.click(within(screen.getByRole('columnheader', { name: 'Latest' })).getByRole('button'));
    expect(onSort).toHaveBeenCalledWith('latest');
  });

  it('draws a window over many rows and still counts them all', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      name: `row ${index}`,
      latest: BigInt(index),
    }));
    render(<DataTable caption="Many" columns={columns} rows={many} rowKey={(row) => row.name} />);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(201);
  });
});
