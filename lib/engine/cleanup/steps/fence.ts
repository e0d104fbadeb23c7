/** Puts a draining marker on every version of a group: from here on nobody begins to hold one unseen (E, G.2 step 6). */
import { VamplateError } from '@/lib/base/errors';
import {
  findMarked,
  type MarkedVersion,
  type RetirementRun,
  type RetiringVersion,
  writeMarker,
} from '@/lib/engine/cleanup/retirement-run';

/**
 * One write per version and one listing, whose times are what the group is judged by (D18).
 * @throws `unavailable` when any version is not surely fenced: the caller cancels them all
 */
export async function fence(
  run: RetirementRun,
  versions: readonly RetiringVersion[],
): Promise<readonly MarkedVersion[]> {
  for (const version of versions) await writeMarker(run, version, 'draining');
  const marked = await findMarked(run, versions, 'draining');
  if (marked.length < versions.length) {
    throw new VamplateError('unavailable', 'Not every draining marker of the group is there.', {
      markerOperationId: run.markerOperationId,
      outcome: 'unknown',
    });
  }
  return marked;
}
