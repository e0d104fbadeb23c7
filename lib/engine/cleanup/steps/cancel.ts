/** Takes back the fence of versions that stay: leases and references are accepted again at once (E). */

import { markerKey, type RetirementRun, type RetiringVersion } from '@/lib/engine/cleanup/retirement-run';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';

/** Both markers of a version go in one batch of at most 1,000 keys. */
const versionsPerBatch = 500;

/**
 * One call per 500 versions, and one more where an answer is missing: a seal that stays refuses renewals until somebody
 * cleans again, and has its version retired then.
 * @param versions never one whose commit was sent, whatever its answer: a commit is not undone (D1)
 * @returns the keys that may remain; the drains among them block nobody in this process, and others for 15 minutes
 */
export async function cancel(
  run: RetirementRun,
  versions: readonly RetiringVersion[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (let at = 0; at < versions.length; at += versionsPerBatch) {
    const some = versions.slice(at, at + versionsPerBatch);
    const drains = some.map(({ version }) => markerKey(run, version, 'draining'));
    const seals = some.map(({ version }) => markerKey(run, version, 'sealed'));
    run.abandoned.add(run.store, drains);
    const missed = await tryDeleteAll(run.store, [...drains, ...seals]);
    left.push(...(await tryDeleteAll(run.store, missed)));
  }
  return left;
}
