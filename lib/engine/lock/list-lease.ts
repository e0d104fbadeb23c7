/** Lists the direct children of one lock id's lease folder: an answer only when its last page is (cluster-lock.md, C.2, G.2). */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectMeta, StoreTime } from '@/lib/engine/store/object-store';
import type { LockContext } from './lock-context';
import { claimName, leaseBodyMaxBytes, leaseFolder } from './lock-names';
import type { LockPlace } from './lock-place';
import type { ClaimCheck } from './owner-rules';
import type { LeaseListing } from './watch-rules';

/** A lease folder holds a claim and two beats; one beyond all reason is not read to its end. */
const maxPages = 10;

export interface AnsweredListing extends LeaseListing {
  /** The store's own time of the last page, a hint beside the beats' stored times. */
  readonly storeTime: StoreTime;
}

/** @throws `unavailable` and its kin without a whole answer, `unsupported` for a folder too large or an id that names none */
export async function listLease(
  { store, clock }: Pick<LockContext, 'store' | 'clock'>,
  place: LockPlace,
  lockId: string,
  signal?: AbortSignal,
): Promise<AnsweredListing> {
  const prefix = leaseFolder(place.root, lockId);
  if (prefix === null) {
    throw new VamplateError('unsupported', 'This lock id names no lease folder.', { lockId });
  }
  const sentAt = clock.monotonic();
  const children: ObjectMeta[] = [];
  let next: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await store.list({
      prefix,
      delimiter: '/',
      ...(next === undefined ? {} : { next }),
      ...(signal === undefined ? {} : { signal }),
    });
    children.push(...answer.objects.map((meta) => ({ ...meta, key: meta.key.slice(prefix.length) })));
    if (answer.next === null) {
      return { sentAt, doneAt: clock.monotonic(), children, storeTime: answer.storeTime };
    }
    next = answer.next;
  }
  throw new VamplateError('unsupported', 'A lease folder holds more objects than any lease leaves.', {
    lockId,
  });
}

/** Whether a claim exists: its content decides nothing. @throws when there was no definite answer */
export async function checkClaim(
  { store }: LockContext,
  place: LockPlace,
  lockId: string,
  signal?: AbortSignal,
): Promise<ClaimCheck> {
  const folder = leaseFolder(place.root, lockId);
  if (folder === null) return 'absent';
  const options = { maxBytes: leaseBodyMaxBytes, ...(signal === undefined ? {} : { signal }) };
  const answer = await store.get(`${folder}${claimName}`, options);
  return answer.kind === 'absent' ? 'absent' : 'present';
}
