'use client';
/** The leases of one dataset, counting down; corrupt names below. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useGate } from '@/app/(console)/use-gate';
import { useListAddress } from '@/app/(console)/use-list-address';
import type { Notice } from '@/components/actions/action-notice';
import { type Choice, ChoiceFilters } from '@/components/dataset/choice-filters';
import { leaseColumns } from '@/components/leases/lease-columns';
import { Button } from '@/components/ui/button';
import { useLeases } from '@/lib/client/queries/control';
import type { LeaseRow } from '@/lib/contracts/control';
import type { DatasetAddress } from '../use-dataset-address';
import { type AskedLease, LeaseActions, leaseActionsColumn } from './lease-actions';
import { sortableOf, tabColumns } from './tab-columns';

const states: readonly Choice[] = [
  { id: null, label: 'All' },
  { id: 'active', label: 'Active', icon: 'lease' },
  { id: 'expired', label: 'Expired', icon: 'dash' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];
const leaseTab = tabColumns<LeaseRow>(leaseColumns, 'version', ({ version, branch }) => ({
  version,
  branch,
}));
const sortable = sortableOf(leaseTab);

export function LeasesTab({ address }: { readonly address: DatasetAddress }) {
  const list = useListAddress(address.hrefOfTab('leases'), sortable);
  const { state } = list.query;
  const gate = useGate(address.place.lake);
  const [asked, setAsked] = useState<AskedLease | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const columns = useMemo(() => [...leaseTab, leaseActionsColumn(setAsked, setNotice)], []);
  const leases = useLeases(address.place, state === undefined ? {} : { state });
  return (
    <>
      <div>
        <LeaseActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ChoiceFilters
          groups={[{ key: 'state', label: 'State', choices: states, current: list.filters.state }]}
          hrefOf={list.hrefOf}
          onChange={list.onChange}
        />
        <PagedBoard
          title="Leases"
          heading="h2"
          caption="Judged by the store's own clock. Released cleaners do not know leases."
          actions={
            <Button
              small
              icon="lease"
              refusal={gate.refusal('takeLease')}
              onClick={() => setAsked({ kind: 'take', place: address.place })}
            >
              Take lease…
            </Button>
          }
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
