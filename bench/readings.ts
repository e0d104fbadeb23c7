/** What the console itself does for a dataset, as the benches time it: the first screen, and every version's detail. */
import { systemClock } from '@/lib/base/clock';
import { metered } from '@/lib/engine/store/metered-store';
import { type OpenStoreOptions, openStore } from '@/lib/engine/store/open-store';
import { DatasetReader } from '@/lib/lake/dataset-reader';

export type OpenOptions = Pick<OpenStoreOptions, 'uri' | 'endpoint' | 'region'>;

export interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

export interface OpenDataset {
  readonly reader: DatasetReader;
  /** What was asked of the store since the last time. */
  cost(): Cost;
}

/** The reader that all viewers of the console share, on a store that counts. */
export function openDataset(options: OpenOptions, path: string): OpenDataset {
  const { store, meter } = metered(openStore(options));
  let before: Cost = { requests: 0, bytes: 0 };
  return {
    reader: new DatasetReader({ store, clock: systemClock, path, onChange: () => {} }),
    cost: () => {
      const now = { requests: meter.requests, bytes: meter.bytes };
      const since = { requests: now.requests - before.requests, bytes: now.bytes - before.bytes };
      before = now;
      return since;
    },
  };
}

/** The newest names and the control state: what the first screen of a dataset needs. Always asks the store. */
export async function readFirstScreen({ reader, cost }: OpenDataset): Promise<Cost> {
  reader.names(null).expire();
  reader.control.expire();
  const [names] = await Promise.all([reader.names(null).get(0), reader.control.get(0)]);
  if (names.value.columns.length === 0) throw new Error(`no version in ${reader.uri}`);
  return cost();
}

/** Every name, and nothing else: the count on request. */
export async function readAllNames({ reader, cost }: OpenDataset, versions: number): Promise<Cost> {
  reader.allNames(null).expire();
  const { value } = await reader.allNames(null).get(0);
  if (value.columns.length !== versions)
    throw new Error(`${value.columns.length} of ${versions} names were read`);
  return cost();
}

/**
 * Every version's own time, rows, operation and bytes, from its manifest: what `listVersions` tells, and more. The
 * names are listed anew; manifests the reader knows already are not read again.
 */
export async function readFullDetail(dataset: OpenDataset, versions: number): Promise<Cost> {
  const { reader } = dataset;
  reader.allNames(null).expire();
  const { columns } = (await reader.allNames(null).get(0)).value;
  const findings = await Promise.all(
    columns
      .slice(0, columns.length)
      .map((entry) => reader.manifests.read(reader.store, reader.root(null), entry)),
  );
  const read = findings.filter((finding) => finding.kind === 'read').length;
  if (read !== versions) throw new Error(`${read} of ${versions} versions were read`);
  return dataset.cost();
}
