/** Moves a record that nobody can read aside, whole and verified, so that writers can start again (cluster-lock.md, G.4, proposed). */
import type { ETag } from '@/lib/engine/store/object-store';
import { type LockContext, newUlid } from './lock-context';
import { lockKey, quarantineKey } from './lock-names';
import type { LockPlace } from './lock-place';
import { type LockReading, readLock } from './read-lock';
import { equal } from './settle-write';
import {
  type Attestation,
  missingForQuarantine,
  type ProbedConditions,
  type UnlockRefusal,
} from './unlock-rules';

export interface QuarantineRequest {
  /** The version of the record as the operator typed it. */
  readonly etag: ETag;
  readonly reason: string;
  readonly attestation: Attestation;
}

export type QuarantineOutcome =
  | { readonly kind: 'quarantined'; readonly key: string; readonly etag: ETag; readonly size: number }
  | {
      readonly kind: 'refused';
      readonly code: 'precondition' | 'readable' | 'changed' | 'too_large' | 'copy_failed' | 'unsettled';
      readonly message: string;
      readonly missing: readonly (UnlockRefusal | 'no_conditional_delete')[];
      /** The copy, when one was made: it is never removed. */
      readonly key: string | null;
    };

/** Larger records are moved aside by hand. */
export const quarantineMaxBytes = 16 * 1024 * 1024;

/** @throws `unavailable` and its kin when the record cannot be read: nothing was written then */
export async function quarantineLock(
  context: LockContext,
  place: LockPlace,
  request: QuarantineRequest,
  probed: ProbedConditions,
): Promise<QuarantineOutcome> {
  const missing = missingForQuarantine(request, probed);
  if (missing.length > 0)
    return { ...refused('precondition', 'The record stays until every precondition holds.'), missing };
  const reading = await readLock(context, place);
  if (reading.kind !== 'corrupt' && reading.kind !== 'oversize')
    return refused('readable', 'Only a record that cannot be read is moved aside.');
  if (reading.etag !== request.etag) return refused('changed', 'The record is not the one that was shown.');
  const body = await bodyOf(context, place, reading);
  if (body === null) return refused('too_large', 'The record is too large to be copied, or it changed.');
  const key = quarantineKey(place.root, newUlid(context));
  if (!(await copied(context, key, body)))
    return { ...refused('copy_failed', 'The copy could not be verified; the record stays.'), key };
  return removed(context, place, reading, key);
}

async function bodyOf(
  { store }: LockContext,
  place: LockPlace,
  reading: LockReading & { etag: ETag },
): Promise<Uint8Array | null> {
  if (reading.kind === 'corrupt') return reading.body;
  const answer = await store.get(lockKey(place.root), { maxBytes: quarantineMaxBytes });
  return answer.kind === 'found' && answer.meta.etag === reading.etag ? answer.body : null;
}

/** Created under a name nobody had, then read back byte for byte. */
async function copied({ store }: LockContext, key: string, body: Uint8Array): Promise<boolean> {
  await store.create(key, body);
  const back = await store.get(key, { maxBytes: quarantineMaxBytes });
  return back.kind === 'found' && equal(back.body, body);
}

async function removed(
  context: LockContext,
  place: LockPlace,
  { etag, size }: { readonly etag: ETag; readonly size: number },
  key: string,
): Promise<QuarantineOutcome> {
  const answer = await context.store.deleteIfMatch(lockKey(place.root), etag);
  if (answer.kind === 'deleted') return { kind: 'quarantined', key, etag, size };
  if (answer.kind === 'conflict')
    return { ...refused('changed', 'The record changed meanwhile and stays.'), key };
  const now = await readLock(context, place).catch(() => null);
  if (now?.kind === 'absent') return { kind: 'quarantined', key, etag, size };
  return { ...refused('unsettled', 'Whether the record was removed is not known; its copy is safe.'), key };
}

function refused(
  code: Extract<QuarantineOutcome, { kind: 'refused' }>['code'],
  message: string,
): Extract<QuarantineOutcome, { kind: 'refused' }> {
  return { kind: 'refused', code, message, missing: [], key: null };
}
