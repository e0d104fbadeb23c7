/** Reads whether a lake is frozen; an error is an answer here, and counts as frozen (D19). */
import { isVamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { type FreezeReading, freezeKey, freezeRecord, maxFreezeBytes } from './freeze-record';
import { decodeJson } from './record-schema';

/** @param store the lake's own, whose root holds `_vamplate/`. Throws only the signal's reason. */
export async function readFreeze(store: ObjectStore, options: ReadOptions = {}): Promise<FreezeReading> {
  const answer = await store.get(freezeKey, { ...options, maxBytes: maxFreezeBytes }).catch(() => null);
  options.signal?.throwIfAborted();
  if (answer === null) {
    return { kind: 'unreadable', reason: 'The store did not give the freeze object.', etag: null };
  }
  if (answer.kind === 'absent') return { kind: 'absent' };
  const { etag } = answer.meta;
  if (answer.kind === 'too_large') {
    return { kind: 'unreadable', reason: `The freeze object is larger than ${maxFreezeBytes} bytes.`, etag };
  }
  try {
    const record = decodeJson(freezeRecord, answer.body, freezeKey);
    return { kind: record.state, record, etag };
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return { kind: 'unreadable', reason: error.message, etag };
  }
}
