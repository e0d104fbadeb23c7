/** The columns of a board of retirement markers: the state of each, since when, and what comes next. */

import { Remaining, Since } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import type { IconName } from '@/components/ui/icon-paths';
import { PlaceCell, VersionCell } from '@/components/ui/place-cell';
import { ShortId } from '@/components/ui/short-id';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import type { RetirementRow } from '@/lib/contracts/control';

const glyphs: Readonly<Record<RetirementRow['marker'], IconName>> = {
  draining: 'drain',
  sealed: 'seal',
  committed: 'commit',
};

const standings: Readonly<Record<RetirementRow['standing'], { readonly tone: Tone; readonly word: string }>> =
  {
    in_use: { tone: 'maint', word: 'in use' },
    stale: { tone: 'warn', word: 'stale' },
    abandoned: { tone: 'stop', word: 'abandoned' },
    waiting: { tone: 'warn', word: 'waiting to be finished' },
    unknown: { tone: 'unk', word: 'unknown' },
  };

/** `draining, in use`: the marker by its glyph, its standing by its tone. */
export function RetirementBadge({ row }: { readonly row: Pick<RetirementRow, 'marker' | 'standing'> }) {
  const { tone, word } = standings[row.standing];
  return (
    <Badge tone={tone} icon={glyphs[row.marker]}>
      {row.marker}, {word}
    </Badge>
  );
}

const manifests: Readonly<Record<RetirementRow['manifests'], string>> = {
  present: 'manifest present',
  missing: 'manifest gone',
  partly: 'some manifests gone',
  unknown: 'manifest not read',
};

export const retirementColumns: readonly Column<RetirementRow>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    sortBy: (row) => row.datasetName,
    cell: (row) => <PlaceCell row={row} tab="/retirement" />,
  },
  {
    id: 'version',
    header: 'Version',
    sortBy: (row) => BigInt(row.version),
    cell: (row) => (
      <>
        <VersionCell row={row} version={row.version} branch={row.branch} namespace={row.namespace} />
        <small>{manifests[row.manifests]}</small>
      </>
    ),
  },
  {
    id: 'state',
    header: 'Marker',
    sortBy: (row) => `${row.marker} ${row.standing}`,
    cell: (row) => <RetirementBadge row={row} />,
  },
  { id: 'since', header: 'For', sortBy: (row) => row.since, cell: (row) => <Since at={row.since} /> },
  {
    id: 'owned',
    header: 'Owner’s time',
    sortBy: (row) => row.ownedUntil,
    cell: (row) =>
      row.ownedUntil === null ? (
        <span className="faint">no end of its own</span>
      ) : (
        <Remaining at={row.ownedUntil} />
      ),
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
    header: 'Marker operation',
    cell: (row) => <ShortId id={row.markerOperationId} what="marker operation id" />,
  },
];
