/** The columns of sealed plans: which, whose, and for how long each may still be run. */
import { Age, Remaining } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import { placeName } from '@/lib/contracts/dataset-id';
import type { PlanRow } from '@/lib/contracts/plans';

export function planHref(hash: string): string {
  return `/operations/plans/${hash}`;
}

const stateWords = {
  alive: ['ok', 'May be run'],
  lapsed: ['unk', 'Lapsed'],
  unknown: ['unk', 'Age not known'],
} as const;

export const planColumns: readonly Column<PlanRow>[] = [
  {
    id: 'plan',
    header: 'Plan',
    cell: (row) => (
      <>
        <RowLink href={planHref(row.hash)}>{row.hash.slice(0, 12)}…</RowLink>
        <small>{placeName(row.lake, row.dataset)}</small>
      </>
    ),
  },
  { id: 'by', header: 'Sealed by', cell: (row) => row.actor },
  { id: 'at', header: 'Sealed', cell: (row) => <Age at={row.sealedAt} /> },
  {
    id: 'state',
    header: 'State',
    cell: (row) => {
      if (row.state === 'run') return <span className="faint">Was run</span>;
      const [tone, word] = stateWords[row.state];
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  {
    id: 'left',
    header: 'Lapses',
    cell: (row) =>
      row.state === 'alive' ? <Remaining at={row.lapsesAt} /> : <span className="faint">over</span>,
  },
];
