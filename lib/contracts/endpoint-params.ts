/** The places in the paths of endpoints. */
import { lockRootId } from './locks';
import { datasetId, lakeId, versionString } from './primitives';
import { z } from './zod';

export const lakeParams = z.object({ lake: lakeId });
export const datasetParams = z.object({ lake: lakeId, id: datasetId });
export const lockParams = z.object({ root: lockRootId });
export const versionParams = datasetParams.extend({ version: versionString });
