'use client';
/** What was planned and run on one dataset, with the receipts. */
import { PlansPanel, RunsPanel } from '@/app/(console)/operations/run-panels';
import type { DatasetAddress } from '../use-dataset-address';

export function OperationsTab({ address: { place } }: { readonly address: DatasetAddress }) {
  const filters = { lake: place.lake, dataset: place.id };
  return (
    <>
      <RunsPanel
        filters={filters}
        heading="h2"
        empty="Nothing was run on this dataset. “Plan a cleanup” above begins one."
      />
      <PlansPanel filters={filters} empty="No plan of this dataset is sealed." />
    </>
  );
}
