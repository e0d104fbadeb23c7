/** The columns of the board of locks: verdict first, then who holds it, when it last beat, and how old all this is. */
import { Age, Since } from '@/components/ui/age';
import { RowLink } from '@/components/ui/row-link';
import { ShortId } from '@/components/ui/short-id';
import type { Column } from '@/components/ui/table-column';
import type { LockRow } from '@/lib/contracts/locks';
import { LockBadge, LockSentence } from './lock-badge';
import { stateWords } from './lock-words';

export const lockColumns: readonly Column<LockRow>[] = [
  {
    id: 'root',
    header: 'Root',
    cell: (row) => (
      <>
        <RowLink href={lockHref(row.root)}>{row.root}</RowLink>
        <small>
          {row.lake}
          {row.kind === 'own' ? ', this console’s own' : row.writers === 'stock' ? ', stock writers' : ''}
        </small>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <>
        <LockBadge lock={row} />
        {row.lastKnown === null ? null : (
          <small>
            last known {stateWords[row.lastKnown.state].word.toLowerCase()}, <Age at={row.lastKnown.at} />
          </small>
        )}
      </>
    ),
  },
  { id: 'since', header: 'Seen so for', cell: (row) => <Since at={row.since} /> },
  { id: 'owner', header: 'Owner', cell: (row) => <Owner row={row} /> },
  { id: 'beat', header: 'Newest beat seen', cell: (row) => <Beat row={row} /> },
  {
    id: 'sentence',
    header: 'What that means',
    wrap: true,
    cell: (row) => (
      <>
        <LockSentence lock={row} />
        {row.flags.map(({ flag, sentence }) => (
          <small key={flag}>{sentence}</small>
        ))}
      </>
    ),
  },
  {
    id: 'looked',
    header: 'Looked',
    cell: (row) =>
      row.lookedAt === null ? <span className="faint">not yet</span> : <Age at={row.lookedAt} />,
  },
];

export function lockHref(root: string): string {
  return `/locks/${encodeURIComponent(root)}`;
}

function Owner({ row }: { readonly row: LockRow }) {
  if (row.owner === null) return <span className="faint">none named</span>;
  return (
    <>
      <ShortId id={row.owner.lockId} what="lock id" />
      <small>
        {row.owner.operation}, process {row.owner.pid}
      </small>
    </>
  );
}

function Beat({ row }: { readonly row: LockRow }) {
  return row.beatSeenAt === null ? <span className="faint">none seen</span> : <Age at={row.beatSeenAt} />;
}
