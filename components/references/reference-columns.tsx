/** The columns of a board of references: what each names, what a reader sees, and what it alone holds. */

import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Bytes } from '@/components/ui/figures';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-paths';
import { PlaceCell, VersionCell } from '@/components/ui/place-cell';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import type { ReferenceRow } from '@/lib/contracts/control';

const icons: Readonly<Record<ReferenceRow['kind'], IconName>> = {
  tag: 'tag',
  branch: 'branch',
  state: 'ref',
  termination: 'gone',
};

const visibilities: Readonly<
  Record<ReferenceRow['visibility'], { readonly tone: Tone; readonly icon: IconName; readonly word: string }>
> = {
  visible: { tone: 'unk', icon: 'check', word: 'Visible' },
  invisible: { tone: 'unk', icon: 'dash', word: 'Invisible' },
  tombstone: { tone: 'unk', icon: 'gone', word: 'Tombstone' },
  unknown: { tone: 'unk', icon: 'unk', word: 'Unknown' },
};

/** What a reader sees; amber when the target is gone or the branch is a zombie. */
export function ReferenceVisibility({ row }: { readonly row: ReferenceRow }) {
  const { tone, icon, word } = visibilities[row.visibility];
  const trouble = row.zombie ? 'Zombie' : row.targetStanding === 'missing' ? 'Dangling' : null;
  return (
    <>
      {trouble === null ? (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      ) : (
        <Badge tone="warn">{trouble}</Badge>
      )}
      {row.problem === null ? null : <small>{row.problem}</small>}
    </>
  );
}

export const referenceColumns: readonly Column<ReferenceRow>[] = [
  {
    id: 'name',
    header: 'Reference',
    sortBy: (row) => row.name,
    cell: (row) => (
      <span className="tone-line plain">
        <Icon name={icons[row.kind]} size="sm" />
        {row.name}
        <span className="faint">{row.kind}</span>
      </span>
    ),
  },
  {
    id: 'dataset',
    header: 'Dataset',
    sortBy: (row) => row.datasetName,
    cell: (row) => <PlaceCell row={row} tab="/references" />,
  },
  {
    id: 'target',
    header: 'Target',
    sortBy: (row) => (row.targetVersion === null ? null : BigInt(row.targetVersion)),
    cell: (row) =>
      row.targetVersion === null ? (
        <span className="faint">none</span>
      ) : (
        <VersionCell row={row} version={row.targetVersion} branch={row.targetBranch} />
      ),
  },
  {
    id: 'visibility',
    header: 'Readers see',
    sortBy: (row) => row.visibility,
    wrap: true,
    cell: (row) => <ReferenceVisibility row={row} />,
  },
  {
    id: 'state',
    header: 'State',
    sortBy: (row) => row.state,
    cell: (row) => (
      <>
        {row.state === 'none' ? <span className="faint">no state file</span> : row.state}
        {row.legacy ? <small>legacy form</small> : null}
      </>
    ),
  },
  {
    id: 'age',
    header: 'Changed',
    sortBy: (row) => row.updatedAt ?? row.createdAt ?? row.storedAt,
    cell: (row) => <Age at={row.updatedAt ?? row.createdAt ?? row.storedAt} />,
  },
  {
    id: 'exclusive',
    header: 'Only it holds',
    numeric: true,
    sortBy: (row) => row.exclusiveBytes,
    cell: (row) => <Bytes bytes={row.exclusiveBytes} unknown="not counted" />,
  },
];
