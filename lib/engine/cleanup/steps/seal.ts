/** Seals fenced versions that no lease holds: renewals stop too, and a second census can be final (E, G.2 step 8). */
import { VamplateError } from '@/lib/base/errors';
import {
  findMarked,
  type MarkedVersion,
  markerKey,
  type RetirementRun,
  writeMarker,
} from '@/lib/engine/cleanup/retirement-run';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';

/**
 * One write per version, one listing, one batch of deletes for the draining markers.
 * @param fenced with the times of their draining markers
 * @returns the same versions with the times of their seals
 * @throws `unavailable` when a seal is not surely there or came after the drain was owned: the caller cancels them all,
 * before anything of any version was deleted
 */
export async function seal(
  run: RetirementRun,
  fenced: readonly MarkedVersion[],
): Promise<readonly MarkedVersion[]> {
  for (const version of fenced) await writeMarker(run, version, 'sealed');
  const sealed = await findMarked(run, fenced, 'sealed');
  const drainedAt = new Map(fenced.map(({ version, markedAt }) => [version, markedAt]));
  const late = sealed.find(({ version, markedAt }) => {
    const drained = drainedAt.get(version);
    return drained === undefined || !run.rules.sealedInTime(drained, markedAt);
  });
  if (late !== undefined || sealed.length < fenced.length) {
    const what = late === undefined ? 'Not every seal is there' : 'The seal came after the drain had expired';
    throw new VamplateError('unavailable', `${what}; the group is cancelled.`, {
      markerOperationId: run.markerOperationId,
      outcome: 'unknown',
    });
  }
  const drains = fenced.map(({ version }) => markerKey(run, version, 'draining'));
  await tryDeleteAll(run.store, drains);
  return sealed;
}
