/** Reading foreign control files ends in a value or in the reason it is corrupt: never in a throw. */
import { isVamplateError } from '@/lib/base/errors';
import {
  type ExactJson,
  type ExactJsonObject,
  isJsonObject,
  parseExactJsonBytes,
} from '@/lib/base/exact-json';

export type Decode<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** One plain phrase for the row, without the bytes. */
  | { readonly kind: 'corrupt'; readonly reason: string };

export function ok<T>(value: T): Decode<T> {
  return { kind: 'ok', value };
}

export function corruptRecord(reason: string): Decode<never> {
  return { kind: 'corrupt', reason };
}

/** Longest accepted control file, in bytes; a body of that size is refused before it is parsed. */
export const maxControlBytes = 1024 * 1024;

/** Stops a decoder inside `decodeJson`; leaves this module only as a `corrupt` value. */
export class CorruptField extends Error {}

/** Parses one JSON object and runs `read` on it; whatever either finds wrong becomes `corrupt`. */
export function decodeJson<T>(bytes: Uint8Array, read: (object: ExactJsonObject) => T): Decode<T> {
  if (bytes.length > maxControlBytes) return corruptRecord(`larger than ${maxControlBytes} bytes`);
  try {
    const json = parseExactJsonBytes(bytes);
    if (!isJsonObject(json)) return corruptRecord('not a JSON object');
    return ok(read(json));
  } catch (error) {
    if (error instanceof CorruptField) return corruptRecord(error.message);
    if (isVamplateError(error) && error.kind === 'corrupt') return corruptRecord(error.message);
    throw error;
  }
}

/** The value of a nested decoder, inside `decodeJson`. */
export function need<T>(decoded: Decode<T>): T {
  if (decoded.kind === 'corrupt') throw new CorruptField(decoded.reason);
  return decoded.value;
}

export function stringField(object: ExactJsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new CorruptField(`${name} is not a string`);
  return value;
}

/** Null where the field is null or missing, as an optional field of the reference code reads. */
export function optionalString(object: ExactJsonObject, name: string): string | null {
  const value = object[name];
  return value === undefined || value === null ? null : stringField(object, name);
}

export function booleanField(object: ExactJsonObject, name: string): boolean {
  const value = object[name];
  if (typeof value !== 'boolean') throw new CorruptField(`${name} is not a boolean`);
  return value;
}

const maxU64 = 0xffff_ffff_ffff_ffffn;

export function u64Field(object: ExactJsonObject, name: string): bigint {
  const value = object[name];
  const integer =
    typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value as number) : -1n;
  if (integer < 0n || integer > maxU64) throw new CorruptField(`${name} is not an unsigned 64-bit integer`);
  return integer;
}

export function objectField(object: ExactJsonObject, name: string): ExactJsonObject {
  const value = object[name];
  if (!isJsonObject(value)) throw new CorruptField(`${name} is not an object`);
  return value;
}

export function arrayField(object: ExactJsonObject, name: string): readonly ExactJson[] {
  const value = object[name];
  if (!Array.isArray(value)) throw new CorruptField(`${name} is not an array`);
  return value;
}

/** Byte strings are arrays of numbers 0 to 255 (F.2). */
export function bytesField(object: ExactJsonObject, name: string): Uint8Array {
  const array = arrayField(object, name);
  const bytes = new Uint8Array(array.length);
  for (const [index, value] of array.entries()) {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 255) {
      throw new CorruptField(`${name} holds something that is not a byte`);
    }
    bytes[index] = value;
  }
  return bytes;
}
