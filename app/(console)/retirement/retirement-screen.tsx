'use client';
/** The fleet board of retirement markers: what is on its way out, what stands still, corrupt names below. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import {
  type AskedMarker,
  RetirementActions,
  retirementActionsColumn,
} from '@/app/(console)/datasets/[lake]/tabs/retirement-actions';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
import type { Notice } from '@/components/actions/action-notice';
import { type FilterChoice, ListFilters } from '@/components/fleet/list-filters';
import { retirementColumns } from '@/components/retirement/retirement-columns';
import { useFleetRetirements } from '@/lib/client/queries/fleet';
import type { RetirementRow } from '@/lib/contracts/control';

const kinds: readonly FilterChoice[] = [
  { id: null, label: 'Every marker' },
  { id: 'draining', label: 'Draining', icon: 'drain' },
  { id: 'sealed', label: 'Sealed', icon: 'seal' },
  { id: 'committed', label: 'Committed', icon: 'commit' },
];

const states: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'abandoned', label: 'Abandoned', icon: 'stop' },
  { id: 'stale', label: 'Stale', icon: 'warn' },
  { id: 'waiting', label: 'Waiting', icon: 'clock' },
  { id: 'in_use', label: 'In use', icon: 'maint' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];

const sortable = retirementColumns.flatMap(({ id, sortBy }) => (sortBy ? [id] : []));
const keyOf = ({ lake, dataset, key }: RetirementRow) => `${lake}/${dataset}/${key}`;

export function RetirementScreen() {
  const address = useListAddress('/retirement', sortable);
  const retirements = useFleetRetirements(address.query);
  const lakes = useWatchedLakes();
  const [asked, setAsked] = useState<AskedMarker | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const columns = useMemo(() => [...retirementColumns, retirementActionsColumn(setAsked)], []);
  return (
    <div className="stack">
      <div>
        <RetirementActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ListFilters
          filters={address.filters}
          lakes={lakes}
          kinds={kinds}
          states={states}
          textLabel="Dataset or marker id"
          hrefOf={address.hrefOf}
          onChange={address.onChange}
        />
        <PagedBoard
          title="Retirement"
          caption="Draining takes no new lease, sealed refuses readers, committed is being deleted."
          query={retirements}
          columns={columns}
          keyOf={keyOf}
          noun="retirement marker"
          empty="No dataset that was read holds a retirement marker."
          address={address}
        />
      </div>
      <CorruptPanel pages={retirements.data?.pages} />
    </div>
  );
}
