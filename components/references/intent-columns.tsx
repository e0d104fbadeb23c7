/** The columns of a board of reference intents: what each is about to publish, whose time runs, what comes next. */

import { Remaining, Since } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { PlaceCell, VersionCell } from '@/components/ui/place-cell';
import { ShortId } from '@/components/ui/short-id';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import type { IntentRow } from '@/lib/contracts/control';

const standings: Readonly<Record<IntentRow['standing'], { readonly tone: Tone; readonly word: string }>> = {
  active: { tone: 'run', word: 'Active' },
  expired: { tone: 'warn', word: 'Expired' },
  unknown: { tone: 'unk', word: 'Unknown' },
};

export function IntentBadge({ row }: { readonly row: Pick<IntentRow, 'standing' | 'state'> }) {
  if (row.state === 'completed')
    return (
      <Badge tone="unk" icon="final">
        Completed
      </Badge>
    );
  const { tone, word } = standings[row.standing];
  return (
    <Badge tone={tone} {...(row.standing === 'unknown' ? {} : { icon: 'intent' as const })}>
      {word}
    </Badge>
  );
}

export const intentColumns: readonly Column<IntentRow>[] = [
  {
    id: 'name',
    header: 'Reference',
    sortBy: (row) => row.referenceName,
    cell: (row) => (
      <>
        {row.referenceName ?? <span className="faint">not named</span>}
        <small>{row.mutation === 'unknown' ? 'mutation unknown' : row.mutation}</small>
      </>
    ),
  },
  {
    id: 'dataset',
    header: 'Dataset',
    sortBy: (row) => row.datasetName,
    cell: (row) => <PlaceCell row={row} tab="/references" />,
  },
  {
    id: 'version',
    header: 'Version',
    sortBy: (row) => BigInt(row.version),
    cell: (row) => (
      <VersionCell row={row} version={row.version} branch={row.branch} namespace={row.namespace} />
    ),
  },
  { id: 'state', header: 'State', sortBy: (row) => row.standing, cell: (row) => <IntentBadge row={row} /> },
  { id: 'since', header: 'For', sortBy: (row) => row.since, cell: (row) => <Since at={row.since} /> },
  {
    id: 'owned',
    header: 'Owner’s time',
    sortBy: (row) => row.ownedUntil,
    cell: (row) => <Remaining at={row.ownedUntil} />,
  },
  {
    id: 'next',
    header: 'What it does, what comes next',
    wrap: true,
    cell: (row) => (
      <>
        {row.sentence}
        {row.problem === null ? null : <small>{row.problem}</small>}
      </>
    ),
  },
  {
    id: 'id',
    header: 'Intent',
    cell: (row) => <ShortId id={row.id} what="intent id" />,
  },
];
