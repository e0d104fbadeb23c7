'use client';
/** Who set out to do what on one dataset, and what came of it. */
import { JournalBoard } from '@/app/(console)/activity/journal-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { datasetActionChoices, lineChoices } from '@/components/activity/activity-columns';
import { ChoiceFilters } from '@/components/dataset/choice-filters';
import type { DatasetAddress } from '../use-dataset-address';

export function ActivityTab({ address }: { readonly address: DatasetAddress }) {
  const list = useListAddress(address.hrefOfTab('activity'), []);
  const { lake, id } = address.place;
  return (
    <div>
      <ChoiceFilters
        groups={[
          { key: 'kind', label: 'Action', choices: datasetActionChoices, current: list.filters.kind },
          { key: 'state', label: 'Line', choices: lineChoices, current: list.filters.state },
        ]}
        hrefOf={list.hrefOf}
        onChange={list.onChange}
      />
      <JournalBoard
        address={list}
        within={{ lake, dataset: id }}
        heading="h2"
        empty="Nobody has changed anything in this dataset through this console."
      />
    </div>
  );
}
