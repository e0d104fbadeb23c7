/** Datasets of all lakes by name, filtered, a page at a time. */

import type { z } from 'zod';
import type { datasetSummary } from '@/lib/contracts/datasets';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { FleetDataset } from '@/lib/lake/fleet-snapshot';
import type { Operation } from '../http/operation';
import { fleetOf } from '../lakes';
import { toDatasetSummary } from '../to-contract/dataset-detail';
import { placeOf } from '../to-contract/place';
import { fleetMeta, pageAfter } from './fleet-rows';

export const listDatasets: Operation<typeof endpoints.datasets> = async ({ runtime }, { query }) => {
  const snapshot = await fleetOf(runtime).snapshot();
  const wanted = query.q?.toLowerCase();
  const rows = snapshot.datasets
    .filter(({ lake, path }) => {
      if (query.lake !== undefined && lake.settings.id !== query.lake) return false;
      return wanted === undefined || path.toLowerCase().includes(wanted) || lake.settings.id.includes(wanted);
    })
    .map((entry) => summaryOf(entry, snapshot.problems.get(entry.lake.settings.id) ?? null))
    .filter(({ state }) => query.state === undefined || state === query.state);
  const order = ({ lake, path }: Summary) => `${lake} ${path}`;
  const page = pageAfter(rows, order, (row) => `${row.lake}/${row.id}`, query);
  return { ...page, meta: fleetMeta(snapshot) };
};

type Summary = z.input<typeof datasetSummary>;

/** A dataset that was never read is there and unknown, with the reason where there is one. */
/** @param unreachable why the lake cannot be read now: what was read before is shown, and is no longer green */
function summaryOf(entry: FleetDataset, unreachable: string | null): Summary {
  const { lake, path, seen } = entry;
  const problem = entry.problem ?? unreachable;
  if (seen !== undefined) {
    const summary = toDatasetSummary({ lake, path, ...seen, explanation: seen.dataset.explain(seen.facts) });
    return problem === null ? summary : { ...summary, state: 'unknown', problem };
  }
  const { dataset: id, datasetName } = placeOf(lake.settings.id, path);
  return {
    lake: lake.settings.id,
    id,
    path,
    name: datasetName,
    uri: `${lake.settings.uri.replace(/\/$/, '')}/${path}`.replace(/\/$/, ''),
    state: 'unknown',
    problem: problem ?? 'Not read yet.',
    latest: null,
    latestStoredAt: null,
    rows: null,
    bytes: null,
    branches: null,
    tags: null,
    leases: null,
    retirements: null,
    intents: null,
    corrupt: null,
  };
}
