/** Adds up what a plan frees and what its run would cost; the prediction counts the certain group alone (D9). */
import type { CleanupPlan, PlannedObject, PlannedVersion, PlanSums } from './cleanup-plan';

const versionsPerGroup = 200;
const keysPerBatch = 1_000;
/** Fence, seal, commit, and the manifest read. */
const requestsPerVersion = 4;
/** Markers and leases after fence and seal, references, the check after the commit, and the finalization's listings. */
const requestsPerGroup = 14;
/** A fresh look at control files, versions and objects before each batch. */
const requestsPerBatch = 9;

export function planSums(
  versions: readonly PlannedVersion[],
  objects: readonly PlannedObject[],
): Pick<CleanupPlan, 'predicted' | 'most' | 'requestEstimate'> {
  const certain = versions.filter(({ group }) => group === 'certain');
  const groups = Math.ceil(versions.length / versionsPerGroup);
  const batches = groups + Math.ceil(objects.length / keysPerBatch);
  return {
    predicted: sum(
      certain,
      objects.filter((one) => one.certain),
    ),
    most: sum(versions, objects),
    requestEstimate:
      versions.length * requestsPerVersion + groups * requestsPerGroup + batches * requestsPerBatch,
  };
}

function sum(versions: readonly PlannedVersion[], objects: readonly PlannedObject[]): PlanSums {
  const manifests = versions.flatMap((version) => version.manifests);
  const all = [...manifests, ...objects];
  return {
    versions: versions.length,
    objects: all.length,
    bytes: all.reduce((bytes, { size }) => bytes + size, 0),
  };
}
