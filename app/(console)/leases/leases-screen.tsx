'use client';
/** The fleet board of leases: soonest to end first as the server sorts it, corrupt names below. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import {
  type AskedLease,
  LeaseActions,
  leaseActionsColumn,
} from '@/app/(console)/datasets/[lake]/tabs/lease-actions';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
import type { Notice } from '@/components/actions/action-notice';
import { type FilterChoice, ListFilters } from '@/components/fleet/list-filters';
import { leaseColumns } from '@/components/leases/lease-columns';
import { useFleetLeases } from '@/lib/client/queries/fleet';
import type { LeaseRow } from '@/lib/contracts/control';

const states: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'active', label: 'Active', icon: 'lease' },
  { id: 'expired', label: 'Expired', icon: 'dash' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];

const sortable = leaseColumns.flatMap(({ id, sortBy }) => (sortBy ? [id] : []));
const keyOf = ({ lake, dataset, key }: LeaseRow) => `${lake}/${dataset}/${key}`;

export function LeasesScreen() {
  const address = useListAddress('/leases', sortable);
  const leases = useFleetLeases(address.query);
  const lakes = useWatchedLakes();
  const [asked, setAsked] = useState<AskedLease | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const columns = useMemo(() => [...leaseColumns, leaseActionsColumn(setAsked, setNotice)], []);
  return (
    <div className="stack">
      <div>
        <LeaseActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ListFilters
          filters={address.filters}
          lakes={lakes}
          states={states}
          textLabel="Dataset, holder or lease id"
          hrefOf={address.hrefOf}
          onChange={address.onChange}
        />
        <PagedBoard
          title="Leases"
          caption="Judged by the store's own clock. An expired lease holds nothing for lease-aware cleaners."
          query={leases}
          columns={columns}
          keyOf={keyOf}
          noun="lease"
          empty="No dataset that was read holds a lease."
          address={address}
        />
      </div>
      <CorruptPanel pages={leases.data?.pages} />
    </div>
  );
}
