/** Creates retirement markers as the protocol spells them: create-if-absent, nothing overwritten. */

import { below } from '@/lib/engine/lance/paths';
import type { ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import type { DatasetRoot } from './dataset-path';
import { formatMarkerName, type MarkerName } from './marker-names';
import { encodeMarkerRecord } from './marker-records';

/** @param manifestPaths full paths inside the store, as `DatasetRoot.path` begins them */
export function createMarker(
  store: ObjectStore,
  root: DatasetRoot,
  name: MarkerName,
  manifestPaths: readonly string[],
): Promise<WriteAnswer> {
  return store.create(below(root.key, formatMarkerName(name)), encodeMarkerRecord(manifestPaths));
}
