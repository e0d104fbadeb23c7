/** The columns of a board of leases: what each pins, since when, until when by the store's clock, and whose it is. */

import { Age, Remaining } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Bytes } from '@/components/ui/figures';
import { PlaceCell, VersionCell } from '@/components/ui/place-cell';
import { ShortId } from '@/components/ui/short-id';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import type { LeaseRow } from '@/lib/contracts/control';

const standings: Readonly<Record<LeaseRow['standing'], { readonly tone: Tone; readonly word: string }>> = {
  active: { tone: 'ok', word: 'Active' },
  expired: { tone: 'unk', word: 'Expired' },
  unknown: { tone: 'unk', word: 'Unknown' },
};

export function LeaseStanding({ lease }: { readonly lease: LeaseRow }) {
  const { tone, word } = standings[lease.standing];
  const troubled = lease.warning !== null || lease.versionStanding === 'missing';
  return (
    <>
      <Badge
        tone={troubled && lease.standing === 'active' ? 'warn' : tone}
        {...(tone === 'unk' && lease.standing === 'expired' ? { icon: 'dash' as const } : {})}
      >
        {word}
      </Badge>
      {lease.versionStanding === 'missing' ? <small>Its version is gone.</small> : null}
      {lease.warning === null ? null : <small>{lease.warning}</small>}
    </>
  );
}

/** Who holds it; the format has no holder, so mostly nobody knows (D23). */
export function LeaseHolder({ lease }: { readonly lease: LeaseRow }) {
  if (lease.holder === null) return <span className="faint">holder not recorded</span>;
  const { label, host, workload } = lease.holder;
  const where = [workload, host].filter(Boolean).join(', ');
  return (
    <>
      {label}
      {where === '' ? null : <small>{where}</small>}
    </>
  );
}

export const leaseColumns: readonly Column<LeaseRow>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    sortBy: (row) => row.datasetName,
    cell: (row) => <PlaceCell row={row} tab="/leases" />,
  },
  {
    id: 'version',
    header: 'Version',
    sortBy: (row) => BigInt(row.version),
    cell: (row) => (
      <VersionCell row={row} version={row.version} branch={row.branch} namespace={row.namespace} />
    ),
  },
  {
    id: 'state',
    header: 'State',
    sortBy: (row) => row.standing,
    wrap: true,
    cell: (row) => <LeaseStanding lease={row} />,
  },
  {
    id: 'left',
    header: 'Time left',
    sortBy: (row) => row.expiresAt,
    cell: (row) => <Remaining at={row.expiresAt} />,
  },
  {
    id: 'created',
    header: 'Created',
    sortBy: (row) => row.createdAt,
    cell: (row) => <Age at={row.createdAt} />,
  },
  {
    id: 'holder',
    header: 'Holder',
    sortBy: (row) => row.holder?.label ?? null,
    cell: (row) => <LeaseHolder lease={row} />,
  },
  {
    id: 'exclusive',
    header: 'Only it holds',
    numeric: true,
    sortBy: (row) => row.exclusiveBytes,
    cell: (row) => <Bytes bytes={row.exclusiveBytes} unknown="not counted" />,
  },
  {
    id: 'id',
    header: 'Lease',
    cell: (row) => <ShortId id={row.id} what="lease id" />,
  },
];
