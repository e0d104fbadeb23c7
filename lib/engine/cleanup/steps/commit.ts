/** Writes the committed marker, which is never undone; while its answer is open nothing else is decided (E, D1). */
import { isVamplateError } from '@/lib/base/errors';
import {
  markerKey,
  type RetirementRun,
  type RetiringVersion,
  writeMarker,
} from '@/lib/engine/cleanup/retirement-run';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';

export interface Commits {
  readonly committed: readonly RetiringVersion[];
  /** Their commit may still land: neither cancelled nor deleted by this run. Their seals stay. */
  readonly undecided: readonly RetiringVersion[];
}

const tries = 6;
const firstPauseMs = 100;

/** `writeCommits`, then `removeSeals`, for callers that check in between that nothing came (D17). */
export async function commit(run: RetirementRun, sealed: readonly RetiringVersion[]): Promise<Commits> {
  const commits = await writeCommits(run, sealed);
  await removeSeals(run, commits.committed);
  return commits;
}

/**
 * One call per version when all is well. The caller has taken the censuses of leases and references since the seals,
 * which stay: whoever cancelled one in between is found out by its absence (D17).
 */
export async function writeCommits(run: RetirementRun, sealed: readonly RetiringVersion[]): Promise<Commits> {
  const committed: RetiringVersion[] = [];
  const undecided: RetiringVersion[] = [];
  for (const version of sealed) {
    ((await commitOne(run, version)) ? committed : undecided).push(version);
  }
  return { committed, undecided };
}

/** One batch; what stays is finished with its commit. */
export async function removeSeals(run: RetirementRun, committed: readonly RetiringVersion[]): Promise<void> {
  const seals = committed.map(({ version }) => markerKey(run, version, 'sealed'));
  await tryDeleteAll(run.store, seals);
}

/** Sends one commit again until the answer is definite, or gives up with the answer open. */
async function commitOne(run: RetirementRun, version: RetiringVersion): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await run.clock.sleep(firstPauseMs * 2 ** (attempt - 1));
    try {
      const answer = await writeMarker(run, version, 'committed');
      if (answer.kind === 'written') return true;
      // Create-if-absent with the same bytes: sending it again cannot overwrite anything.
      if (answer.kind === 'conflict' && (await isOurs(run, version))) return true;
    } catch (error) {
      if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
    }
  }
  return false;
}

/** 'Already exists' is ours only after our own bytes were read back (D1). */
async function isOurs(run: RetirementRun, { version, manifestPaths }: RetiringVersion): Promise<boolean> {
  const ours = encodeMarkerRecord(manifestPaths);
  const answer = await run.store.get(markerKey(run, version, 'committed'), { maxBytes: ours.length });
  return answer.kind === 'found' && Buffer.compare(answer.body, ours) === 0;
}
