/** Reads the lock record, bounded (cluster-lock.md, A.4). An answer is what it says; no answer is thrown, never absence. */
import type { ETag, GetAnswer, ObjectMeta, ReadOptions } from '@/lib/engine/store/object-store';
import type { LockContext } from './lock-context';
import { lockKey, lockRecordMaxBytes } from './lock-names';
import type { LockPlace } from './lock-place';
import { type CorruptCode, decodeLockRecord, type LockRecord } from './lock-record';
import type { RecordCheck } from './owner-rules';

/** What every `lock.json` that is there has. `etag` is the version that if-match takes. */
interface Present {
  readonly etag: ETag;
  readonly size: number;
  /** By the store's clock: comparable with other times of the same store only. */
  readonly meta: ObjectMeta;
}

export interface NamedLock extends Present {
  readonly kind: 'held' | 'released';
  readonly record: LockRecord;
  /** Members beyond the five: stock binaries call such a record invalid (flag `extended-record`). */
  readonly extra: readonly string[];
}

export type LockReading =
  | { readonly kind: 'absent' }
  | NamedLock
  | (Present & {
      readonly kind: 'corrupt';
      readonly code: CorruptCode;
      readonly reason: string;
      readonly body: Uint8Array;
    })
  | (Present & { readonly kind: 'oversize' });

/** The versioned read. @throws `unavailable` and its kin when there was no definite answer */
export async function readLock(
  { store }: Pick<LockContext, 'store'>,
  place: LockPlace,
  options: ReadOptions = {},
): Promise<LockReading> {
  const answer = await store.get(lockKey(place.root), { maxBytes: lockRecordMaxBytes, ...options });
  return readingOf(answer);
}

/**
 * The owner's check (B.4): a ranged read of one byte more than a record may have; a short object comes back whole. A
 * record over the limit and bytes that do not parse are no answer: they fence by the deadline, never at once.
 */
export async function checkRecord(
  { store }: Pick<LockContext, 'store'>,
  place: LockPlace,
  lockId: string,
  options: ReadOptions = {},
): Promise<RecordCheck> {
  const range = { start: 0, end: lockRecordMaxBytes + 1 };
  const reading = readingOf(await store.getRange(lockKey(place.root), range, options));
  switch (reading.kind) {
    case 'absent':
    case 'released':
      return 'lost';
    case 'held':
      return reading.record.lockId === lockId ? 'mine' : 'lost';
    default:
      return 'unanswered';
  }
}

function readingOf(answer: GetAnswer): LockReading {
  if (answer.kind === 'absent') return { kind: 'absent' };
  const { meta } = answer;
  const present = { etag: meta.etag, size: meta.size, meta };
  if (answer.kind === 'too_large' || answer.body.length > lockRecordMaxBytes)
    return { kind: 'oversize', ...present };
  const content = decodeLockRecord(answer.body);
  return content.kind === 'corrupt'
    ? { ...content, ...present, body: answer.body }
    : { ...content, ...present };
}
