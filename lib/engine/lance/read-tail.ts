/** Reads the end of a file, where every Lance file says what it is, and names the file in what is wrong with it. */
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ObjectMeta, ObjectStore, ReadOptions, StoreTime } from '@/lib/engine/store/object-store';
import type { FileTail } from './manifest-file';

/** The last `length` bytes of an object, or all of it; null when it is not there, `corrupt` when it is empty. */
export async function readTail(
  store: ObjectStore,
  key: string,
  length: number,
  options: ReadOptions,
): Promise<{ readonly tail: FileTail; readonly meta: ObjectMeta; readonly storeTime: StoreTime } | null> {
  const answer = await store.getRange(key, { start: -length }, options).catch((error: unknown) => {
    // No range of an empty object can be had; what is wrong is the object.
    if (isVamplateError(error) && error.kind === 'invalid_input' && error.details.size === 0) return null;
    throw error;
  });
  if (answer === null) throw corrupt(`${key}: the file is empty`, { key });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt(`${key}: a range of ${length} bytes was too large`, { key });
  const { meta, storeTime, body } = answer;
  return { tail: { start: meta.size - body.length, bytes: body }, meta, storeTime };
}

/** Adds the object's key to what a decoder found wrong with its bytes. */
export function named<T>(key: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    throw new VamplateError(
      error.kind,
      `${key}: ${error.message}`,
      { ...error.details, key },
      { cause: error },
    );
  }
}
