/** The columns of the list of datasets; a count that nobody has read says so and stands last in any order. */
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Bytes, Count } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import { datasetHref } from '@/lib/contracts/dataset-id';
import type { DatasetSummary, Health } from '@/lib/contracts/datasets';

export const healthLooks: Readonly<Record<Health, { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: 'ok', word: 'Nothing wrong' },
  attention: { tone: 'warn', word: 'Attention' },
  stop: { tone: 'stop', word: 'Stopped' },
  unknown: { tone: 'unk', word: 'Unknown' },
};

const severity: Readonly<Record<Health, number>> = { stop: 0, attention: 1, unknown: 2, ok: 3 };

function figure(
  id: 'leases' | 'retirements' | 'intents' | 'corrupt',
  header: string,
): Column<DatasetSummary> {
  return {
    id,
    header,
    numeric: true,
    sortBy: (row) => row[id],
    cell: (row) => <Count value={row[id]} unknown="not read" />,
  };
}

export const datasetColumns: readonly Column<DatasetSummary>[] = [
  {
    id: 'name',
    header: 'Dataset',
    sortBy: (row) => row.name,
    cell: (row) => (
      <>
        <RowLink href={datasetHref(row.lake, row.id)}>{row.name}</RowLink>
        <small>
          {row.lake}
          {row.path === '' || row.path === row.name ? '' : `, ${row.path}`}
        </small>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    sortBy: (row) => severity[row.state],
    wrap: true,
    cell: (row) => (
      <>
        <Badge tone={healthLooks[row.state].tone}>{healthLooks[row.state].word}</Badge>
        {row.problem === null ? null : <small>{row.problem}</small>}
      </>
    ),
  },
  {
    id: 'latest',
    header: 'Latest',
    sortBy: (row) => (row.latest === null ? null : BigInt(row.latest)),
    cell: (row) =>
      row.latest === null ? (
        <span className="faint">not read</span>
      ) : (
        <>
          v{row.latest}
          <small>
            <Age at={row.latestStoredAt} />
          </small>
        </>
      ),
  },
  {
    id: 'rows',
    header: 'Rows',
    numeric: true,
    sortBy: (row) => row.rows,
    cell: (row) => <Count value={row.rows} unknown="not read" />,
  },
  {
    id: 'bytes',
    header: 'Size',
    numeric: true,
    sortBy: (row) => row.bytes,
    cell: (row) => <Bytes bytes={row.bytes} unknown="not counted" />,
  },
  {
    id: 'tags',
    header: 'Tags',
    numeric: true,
    sortBy: (row) => row.tags,
    cell: (row) => (
      <>
        <Count value={row.tags} unknown="not read" />
        {row.branches === null || row.branches === 0 ? null : (
          <small>{plural(row.branches, 'branch', 'branches')}</small>
        )}
      </>
    ),
  },
  figure('leases', 'Leases'),
  figure('retirements', 'Retirement'),
  figure('intents', 'Intents'),
  figure('corrupt', 'Corrupt'),
];
