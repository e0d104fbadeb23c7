/** Whether operations are closed in a lake, and whether one change of that may be written over what is there. */
import { unreachable } from '@/lib/base/unreachable';
import type { ETag } from '@/lib/engine/store/object-store';
import type { FreezeReading, SeenFreeze } from './freeze-record';

/** Only what was read and says open, or certainly is not there, lets operations run (D19). */
export function isFrozen(reading: FreezeReading): boolean {
  return reading.kind !== 'absent' && reading.kind !== 'open';
}

export type FreezeDecision =
  | { readonly kind: 'write'; readonly before: ETag | null }
  /** It is so already. */
  | { readonly kind: 'unchanged' }
  /** What the person saw is not what is there. */
  | { readonly kind: 'changed' }
  /** The store does not tell what is there; nothing is written. */
  | { readonly kind: 'no_answer' };

/** Closing is the safe direction: it needs nobody to have seen anything, and puts bytes that are no record right. */
export function decideFreeze(reading: FreezeReading): FreezeDecision {
  switch (reading.kind) {
    case 'absent':
      return { kind: 'write', before: null };
    case 'open':
      return { kind: 'write', before: reading.etag };
    case 'frozen':
      return { kind: 'unchanged' };
    case 'unreadable':
      return reading.etag === null ? { kind: 'no_answer' } : { kind: 'write', before: reading.etag };
    default:
      return unreachable(reading);
  }
}

/** Opening takes away exactly the freeze that was seen, also one whose bytes nobody can read. */
export function decideUnfreeze(reading: FreezeReading, seen: SeenFreeze): FreezeDecision {
  if (reading.kind === 'absent' || reading.kind === 'open') return { kind: 'unchanged' };
  if (reading.etag === null) return { kind: 'no_answer' };
  return reading.etag === seen ? { kind: 'write', before: reading.etag } : { kind: 'changed' };
}
