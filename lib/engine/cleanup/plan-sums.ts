/**
 * Adds up what a plan frees and what its run would cost; the prediction counts the certain group alone (D9). The estimate
 * is for a dataset without branches, in a lake without other datasets, on a store that honours delete-if-match and answers
 * every request: a tenth off at most. Where manifests go in batches the run costs one request per version less.
 */
import type { CleanupPlan, PlannedObject, PlannedVersion, PlanSums } from './cleanup-plan';

const versionsPerGroup = 200;
const keysPerBatch = 1_000;
/** Fence, seal, commit, and the manifest read; each manifest is deleted by a request of its own besides (A3). */
const requestsPerVersion = 4;
/** The first look, before anything is written. */
const requestsToBegin = 3;
/** Listings of markers, leases and references at each step, of objects, three looks, and the batches that delete. */
const requestsPerGroup = 32;
/** A look and the request itself, for every thousand objects beyond a group's first batch. */
const requestsPerBatch = 4;
/** Where no version goes, objects are listed once, folder by folder. */
const requestsToList = 5;

export function planSums(
  versions: readonly PlannedVersion[],
  objects: readonly PlannedObject[],
): Pick<CleanupPlan, 'predicted' | 'most' | 'requestEstimate'> {
  const certain = versions.filter(({ group }) => group === 'certain');
  const groups = Math.ceil(versions.length / versionsPerGroup);
  const manifests = versions.reduce((count, one) => count + one.manifests.length, 0);
  const batches =
    groups > 0 ? Math.floor(objects.length / keysPerBatch) : Math.ceil(objects.length / keysPerBatch);
  return {
    predicted: sum(
      certain,
      objects.filter((one) => one.certain),
    ),
    most: sum(versions, objects),
    requestEstimate:
      requestsToBegin +
      versions.length * requestsPerVersion +
      manifests +
      groups * requestsPerGroup +
      batches * requestsPerBatch +
      (groups === 0 && objects.length > 0 ? requestsToList : 0),
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
