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
  /** Surely without a commit of this run, refused or never sent: the caller cancels them. */
  readonly refused: readonly RetiringVersion[];
  /** What ended it before all were sent: the caller throws it once it has cancelled what was refused. */
  readonly failure: { readonly error: unknown } | null;
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
 * which stay: whoever cancelled one in between is found out by its absence (D17). Never throws: what was committed before
 * an error must be known.
 */
export async function writeCommits(run: RetirementRun, sealed: readonly RetiringVersion[]): Promise<Commits> {
  const ends = { committed: [], undecided: [], refused: [] } as Record<Ending, RetiringVersion[]>;
  for (const [index, version] of sealed.entries()) {
    const { ending, failure } = await commitOne(run, version);
    ends[ending].push(version);
    if (failure === null) continue;
    return { ...ends, refused: [...ends.refused, ...sealed.slice(index + 1)], failure };
  }
  return { ...ends, failure: null };
}

/** One batch; what stays is finished with its commit. */
export async function removeSeals(run: RetirementRun, committed: readonly RetiringVersion[]): Promise<void> {
  const seals = committed.map(({ version }) => markerKey(run, version, 'sealed'));
  await tryDeleteAll(run.store, seals);
}

type Ending = 'committed' | 'undecided' | 'refused';

/** Sends one commit again until the answer is definite, or gives up with the answer open. */
async function commitOne(
  run: RetirementRun,
  version: RetiringVersion,
): Promise<{ readonly ending: Ending; readonly failure: Commits['failure'] }> {
  // Whether anything sent so far may still land: then no later refusal makes the answer definite.
  let open = false;
  const end = (ending: Ending, failure: Commits['failure'] = null) => ({ ending, failure });
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      if (attempt > 0) await run.clock.sleep(firstPauseMs * 2 ** (attempt - 1));
      const answer = await writeMarker(run, version, 'committed');
      if (answer.kind === 'written') return end('committed');
      // Create-if-absent with the same bytes: sending it again cannot overwrite anything.
      if (answer.kind === 'unknown') open = true;
      else {
        const there = await readBack(run, version);
        if (there === 'ours') return end('committed');
        if (there === 'other' && !open) return end('refused');
        // Not there any more, or not readable: somebody may have finished what was ours.
        if (there !== 'other') open = true;
      }
    } catch (error) {
      const { surely, again } = judgeError(error);
      open ||= !surely;
      if (!again) return end(open ? 'undecided' : 'refused', { error });
    }
  }
  return end(open ? 'undecided' : 'refused');
}

/** Whether an error proves that nothing was written, and whether the same call may do better next time (D1). */
function judgeError(error: unknown): { readonly surely: boolean; readonly again: boolean } {
  if (!isVamplateError(error)) return { surely: false, again: false };
  if (error.kind !== 'unavailable') return { surely: true, again: false };
  return { surely: error.details.outcome === 'not_written', again: true };
}

/** 'Already exists' is ours only after our own bytes were read back (D1). */
async function readBack(
  run: RetirementRun,
  { version, manifestPaths }: RetiringVersion,
): Promise<'ours' | 'other' | 'absent' | 'unreadable'> {
  const ours = encodeMarkerRecord(manifestPaths);
  try {
    const answer = await run.store.get(markerKey(run, version, 'committed'), { maxBytes: ours.length });
    if (answer.kind === 'absent') return 'absent';
    return answer.kind === 'found' && Buffer.compare(answer.body, ours) === 0 ? 'ours' : 'other';
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') return 'unreadable';
    throw error;
  }
}
