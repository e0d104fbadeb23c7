'use client';
/** The retirement markers of one dataset, with what comes next for each; corrupt names below. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import type { Notice } from '@/components/actions/action-notice';
import { type Choice, ChoiceFilters } from '@/components/dataset/choice-filters';
import { retirementColumns } from '@/components/retirement/retirement-columns';
import { useRetirements } from '@/lib/client/queries/control';
import type { RetirementRow } from '@/lib/contracts/control';
import type { DatasetAddress } from '../use-dataset-address';
import { type AskedMarker, RetirementActions, retirementActionsColumn } from './retirement-actions';
import { sortableOf, tabColumns } from './tab-columns';

const kinds: readonly Choice[] = [
  { id: null, label: 'Every marker' },
  { id: 'draining', label: 'Draining', icon: 'drain' },
  { id: 'sealed', label: 'Sealed', icon: 'seal' },
  { id: 'committed', label: 'Committed', icon: 'commit' },
];
const states: readonly Choice[] = [
  { id: null, label: 'All' },
  { id: 'abandoned', label: 'Abandoned', icon: 'stop' },
  { id: 'stale', label: 'Stale', icon: 'warn' },
  { id: 'waiting', label: 'Waiting', icon: 'clock' },
  { id: 'in_use', label: 'In use', icon: 'maint' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];
const retirementTab = tabColumns<RetirementRow>(retirementColumns, 'version', ({ version, branch }) => ({
  version,
  branch,
}));
const sortable = sortableOf(retirementTab);

export function RetirementTab({ address }: { readonly address: DatasetAddress }) {
  const list = useListAddress(address.hrefOfTab('retirement'), sortable);
  const { kind, state } = list.query;
  const [asked, setAsked] = useState<AskedMarker | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const columns = useMemo(() => [...retirementTab, retirementActionsColumn(setAsked)], []);
  const retirements = useRetirements(address.place, {
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  });
  return (
    <>
      <div>
        <RetirementActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ChoiceFilters
          groups={[
            { key: 'kind', label: 'Marker', choices: kinds, current: list.filters.kind },
            { key: 'state', label: 'State', choices: states, current: list.filters.state },
          ]}
          hrefOf={list.hrefOf}
          onChange={list.onChange}
        />
        <PagedBoard
          title="Retirement"
          heading="h2"
          caption="A version on its way out: draining, sealed, committed. Past committed there is no way back."
          query={retirements}
          columns={columns}
          keyOf={({ key }) => key}
          noun="marker"
          empty="No version of this dataset is being retired."
          address={list}
        />
      </div>
      <CorruptPanel pages={retirements.data?.pages} />
    </>
  );
}
