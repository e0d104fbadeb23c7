/** Writes the claim that tells a silent owner to stop (cluster-lock.md, A.3, C.9): it elects nobody, and nothing ever removes it. */
import { encodeClaim } from './lease-records';
import type { LeaseTiming } from './lease-timing-rules';
import { checkClaim } from './list-lease';
import { type LockContext, wallText } from './lock-context';
import { claimName, leaseFolder } from './lock-names';
import type { LockPlace } from './lock-place';
import { withinTime } from './request-limit';

const maxTries = 20;

/** @returns whether a claim is known to be there, this one or another successor's */
export async function claimLock(
  context: LockContext,
  place: LockPlace,
  ids: { readonly supersededLockId: string; readonly successorLockId: string },
  { requestMs, retryMs }: LeaseTiming,
): Promise<boolean> {
  const { store, clock } = context;
  const folder = leaseFolder(place.root, ids.supersededLockId);
  if (folder === null) return false;
  const body = encodeClaim({ ...ids, claimedAt: wallText(context) });
  for (let tries = 1; tries <= maxTries; tries += 1) {
    if (tries > 1) await clock.sleep(retryMs);
    try {
      const answer = await withinTime(clock, requestMs, () => store.create(`${folder}${claimName}`, body));
      if (answer.kind === 'written') return true;
      if (
        answer.kind === 'conflict' &&
        (await checkClaim(context, place, ids.supersededLockId)) === 'present'
      )
        return true;
    } catch {
      // Unanswered: the same write again (H.2).
    }
  }
  return false;
}
