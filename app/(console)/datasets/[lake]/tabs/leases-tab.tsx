'use client';
/** The leases of one dataset, counting down; corrupt names below. */
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { type Choice, ChoiceFilters } from '@/components/dataset/choice-filters';
import { leaseColumns } from '@/components/leases/lease-columns';
import { useLeases } from '@/lib/client/queries/control';
import type { LeaseRow } from '@/lib/contracts/control';
import type { DatasetAddress } from '../use-dataset-address';
import { sortableOf, tabColumns } from './tab-columns';

const states: readonly Choice[] = [
  { id: null, label: 'All' },
  { id: 'active', label: 'Active', icon: 'lease' },
  { id: 'expired', label: 'Expired', icon: 'dash' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];
const columns = tabColumns<LeaseRow>(leaseColumns, 'version', ({ version, branch }) => ({ version, branch }));
const sortable = sortableOf(columns);

export function LeasesTab({ address }: { readonly address: DatasetAddress }) {
  const list = useListAddress(address.hrefOfTab('leases'), sortable);
  const { state } = list.query;
  const leases = useLeases(address.place, state === undefined ? {} : { state });
  return (
    <>
      <div>
        <ChoiceFilters
          groups={[{ key: 'state', label: 'State', choices: states, current: list.filters.state }]}
          hrefOf={list.hrefOf}
          onChange={list.onChange}
        />
        <PagedBoard
          title="Leases"
          heading="h2"
          caption="Judged by the store's own clock. Released cleaners do not know leases."
          query={leases}
          columns={columns}
          keyOf={({ key }) => key}
          noun="lease"
          empty="No lease holds a version of this dataset."
          address={list}
        />
      </div>
      <CorruptPanel pages={leases.data?.pages} />
    </>
  );
}
