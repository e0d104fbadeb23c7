/** Where a row lives: lake, dataset and key, the same on a dataset's tab and on the fleet's board. */
import { encodeDatasetId } from '@/lib/contracts/dataset-id';

export interface Place {
  readonly lake: string;
  readonly dataset: string;
  readonly datasetName: string;
}

export function placeOf(lake: string, path: string): Place {
  return { lake, dataset: encodeDatasetId(path), datasetName: datasetName(lake, path) };
}

/** The last folder without `.lance`; a dataset that is the lake's own root is called as the lake. */
export function datasetName(lake: string, path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const name = last.endsWith('.lance') ? last.slice(0, -'.lance'.length) : last;
  return name === '' ? lake : name;
}
