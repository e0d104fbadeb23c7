/** Which of the names of reports that are never replaced is the last word: the newest, unless it claims upon too little (E.4). */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { decodeReport } from './report-rules';
import { reportMaxBytes } from './report-schema';
import { newestStatusKey, statusFence, statusKeyOf } from './status-versions';

export interface LastStatus {
  /** The greatest name: the next claim goes above it. */
  readonly newest: string;
  /** The name whose report counts. */
  readonly counts: string;
}

/** A claim follows the epoch below its own, so one step is what there is to walk. */
const maxSteps = 8;

/**
 * A process that claims may be overtaken between its look and its claim, and die before it claims again: its claim
 * then tells less than what lies below it, and does not count.
 * @throws as `newestStatusKey` and `get`
 */
export async function lastStatus(store: ObjectStore, folder: string): Promise<LastStatus | null> {
  const newest = await newestStatusKey(store, folder);
  if (newest === null) return null;
  let counts = newest;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const overtaking = await overtakingKey(store, folder, counts);
    if (overtaking === null) return { newest, counts };
    counts = overtaking;
  }
  throw new VamplateError('unavailable', 'More claims were overtaken than are looked through.', { folder });
}

/** What was reported between what a claim was composed upon and the claim; null for nothing, and for what is no claim. */
async function overtakingKey(store: ObjectStore, folder: string, key: string): Promise<string | null> {
  if (statusFence(folder, key)?.seq !== 1) return null;
  const answer = await store.get(key, { maxBytes: reportMaxBytes });
  // Whoever reads it is told what it is.
  const reading = answer.kind === 'found' ? decodeReport(answer.body) : null;
  if (reading === null || reading.kind === 'unreadable') return null;
  const { upon } = reading.report.fence;
  if (upon === undefined) return null;
  const below = await newestStatusKey(store, folder, key);
  if (below === null) return null;
  return upon === null || below > statusKeyOf(folder, upon) ? below : null;
}
