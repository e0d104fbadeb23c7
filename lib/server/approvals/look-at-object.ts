/** The objects of such requests as they are now: what is recorded when somebody asks, and compared when another approves. */
import { VamplateError } from '@/lib/base/errors';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { SeenFact } from '@/lib/engine/operations/approval-record';
import type { Dataset } from '@/lib/lake/dataset';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { WatchedRoot } from '../clusters';
import { reasonWith, refused } from '../journal/refusal-rules';
import { lakesOf } from '../lakes';
import type { Runtime } from '../runtime';
import { type BegunDeletion, begunDeletion } from '../to-contract/begun-deletion';
import { isFresh } from '../to-contract/lock-rows';
import { decimal, iso } from '../to-contract/scalars';

interface DatasetParams {
  readonly lake: string;
  readonly id: string;
}

/**
 * Its reference and its newest version; without a reference, whether a deletion of it was begun and left. Read anew: what
 * somebody else was about to see is older than this.
 * @throws `not_found` for no dataset, `unavailable` where not everything could be read
 */
export async function lookAtBranch(
  runtime: Runtime,
  { lake, id, branch }: DatasetParams & { readonly branch: string },
): Promise<readonly SeenFact[]> {
  const dataset = await lakesOf(runtime).lake(lake).dataset(decodeDatasetId(id));
  const { control } = await controlNow(dataset);
  const reference = control.branches.find(({ name }) => name === branch);
  if (reference === undefined) {
    const begun = begunDeletion(control, branch);
    if (begun === 'unknown')
      throw new VamplateError('unavailable', 'Whether its deletion was begun could not be read now.');
    return [
      { what: 'The reference of the branch', is: 'gone' },
      { what: unfinished, is: begun },
    ];
  }
  dataset.reader.names(branch).expire();
  const { head } = await dataset.facts(branch, 0);
  const newest = head === null ? 'none' : decimal(head.entry.version);
  return [
    { what: 'The reference of the branch', is: reference.etag },
    { what: 'The newest version of the branch', is: newest },
  ];
}

const unfinished = 'An unfinished deletion of the branch';
const none: BegunDeletion = 'none';

/** Of a look at a branch: neither it nor what a deletion left of it is there. */
export function isNothing(seen: readonly SeenFact[]): boolean {
  return seen.some(({ what, is }) => what === unfinished && is === none);
}

async function controlNow(dataset: Dataset): Promise<DatasetFacts> {
  dataset.reader.control.expire();
  return dataset.wholeFacts(0);
}

/** When its marker was stored, and what else was written about the version. */
export async function lookAtSeal(
  runtime: Runtime,
  { lake, id, version, marker }: DatasetParams & { readonly version: string; readonly marker: string },
  namespace: string,
): Promise<readonly SeenFact[]> {
  const dataset = await lakesOf(runtime).lake(lake).dataset(decodeDatasetId(id));
  const { control } = await controlNow(dataset);
  const own = control.markers.filter(
    (one) =>
      one.markerOperationId === marker && decimal(one.version) === version && one.namespace === namespace,
  );
  const seal = own.find((one) => one.marker === 'sealed');
  const kinds = own.map((one) => one.marker).toSorted();
  return [
    { what: 'The seal', is: seal === undefined ? 'gone' : `stored at ${iso(seal.storedAt)}` },
    { what: 'The markers of its operation', is: kinds.join(', ') || 'none' },
  ];
}

/** @throws `unavailable` while nobody watches it */
export function lookAtLock(runtime: Runtime, root: WatchedRoot): readonly SeenFact[] {
  const snapshot = root.latest();
  if (snapshot === null || !isFresh(snapshot, runtime.clock.monotonic())) {
    throw new VamplateError('unavailable', 'The lock is not watched now: look again in a moment.');
  }
  const { record } = snapshot;
  return [
    { what: 'The record of the lock', is: record?.etag ?? 'gone' },
    { what: 'The id that holds it', is: record?.content?.lockId ?? 'not readable' },
  ];
}

/** @throws `refused` unless one fact is exactly this */
export function requireSeen(seen: readonly SeenFact[], is: string, sentence: string): void {
  if (seen.some((fact) => fact.is === is)) return;
  throw refused(sentence, [reasonWith('changed', sentence, { remedy: 'Look at what is there now.' })]);
}
