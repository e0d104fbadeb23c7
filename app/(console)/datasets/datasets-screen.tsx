'use client';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
/** Datasets with their answers: filters and order in the address, pages by cursor. */
import { datasetColumns } from '@/components/datasets/dataset-columns';
import { type FilterChoice, ListFilters } from '@/components/fleet/list-filters';
import { useDatasets } from '@/lib/client/queries/datasets';
import { type DatasetSummary, health } from '@/lib/contracts/datasets';

const states: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'stop', label: 'Stopped', icon: 'stop' },
  { id: 'attention', label: 'Attention', icon: 'warn' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
  { id: 'ok', label: 'Nothing wrong', icon: 'ok' },
];

const sortable = datasetColumns.flatMap(({ id, sortBy }) => (sortBy ? [id] : []));
const keyOf = ({ lake, id }: DatasetSummary) => `${lake}/${id}`;

export function DatasetsScreen() {
  const address = useListAddress('/datasets', sortable);
  const { lake, q, state } = address.query;
  const known = health.safeParse(state);
  const datasets = useDatasets({
    ...(lake ? { lake } : {}),
    ...(q ? { q } : {}),
    ...(known.success ? { state: known.data } : {}),
  });
  const lakes = useWatchedLakes();
  return (
    <div>
      <ListFilters
        filters={address.filters}
        lakes={lakes}
        states={states}
        textLabel="Dataset name"
        hrefOf={address.hrefOf}
        onChange={address.onChange}
      />
      <PagedBoard
        title="Datasets"
        query={datasets}
        columns={datasetColumns}
        keyOf={keyOf}
        noun="dataset"
        empty="No folder below the configured lakes holds a Lance manifest."
        address={address}
      />
    </div>
  );
}
