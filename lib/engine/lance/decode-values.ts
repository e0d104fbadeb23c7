/** Reads the small messages that several others hold: map entries, timestamps, UUIDs, packed numbers. */
import type { ManifestInstant } from './manifest-facts';
import { delimited, type WireReader } from './manifest-wire';

/** Largest distance from the epoch that a JavaScript date can show, in seconds. */
const maxSeconds = 8_640_000_000_000n;
/** A schema metadata value longer than this is noted but not kept. */
const maxMetadataBytes = 64 * 1024;
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** One entry of a `map<string, string>`. */
export function readTextEntry(reader: WireReader, map: Map<string, string>): void {
  const { key, value } = readEntry(reader, () => reader.text());
  map.set(key, value ?? '');
}

/** One entry of a `map<string, bytes>`; the value as text, or null when it is too long to keep. */
export function readBytesEntry(reader: WireReader, map: Map<string, string | null>): void {
  const { key, value } = readEntry(reader, () => {
    const view = reader.view();
    return view.length > maxMetadataBytes ? null : lenientUtf8.decode(view);
  });
  map.set(key, value === undefined ? '' : value);
}

function readEntry<T>(reader: WireReader, readValue: () => T): { key: string; value: T | undefined } {
  reader.keepItem();
  const outer = reader.enter();
  let key = '';
  let value: T | undefined;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) key = reader.text();
    else if (tag === 18) value = readValue();
    else reader.passUnknown('MapEntry', tag);
  }
  reader.leave(outer);
  return { key, value };
}

/** A `google.protobuf.Timestamp`. */
export function readTimestamp(reader: WireReader): ManifestInstant {
  const outer = reader.enter();
  let seconds = 0n;
  let nanos = 0;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 8) seconds = reader.i64();
    else if (tag === 16) nanos = reader.i32();
    else reader.passUnknown('Timestamp', tag);
  }
  reader.leave(outer);
  if (seconds > maxSeconds || seconds < -maxSeconds || nanos < 0 || nanos > 999_999_999) {
    throw reader.fail('a time beyond every calendar');
  }
  return { ms: Number(seconds) * 1000 + Math.floor(nanos / 1_000_000), nanos };
}

/** A `UUID` message as hyphenated lower case. */
export function readUuid(reader: WireReader): string {
  const outer = reader.enter();
  let hex = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) hex = Array.from(reader.view().subarray(0, 17), hexByte).join('');
    else reader.passUnknown('UUID', tag);
  }
  reader.leave(outer);
  if (hex.length !== 32) throw reader.fail('a UUID that is not 16 bytes');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** A `repeated int32`, packed or not; appends to `numbers`. */
export function readInt32s(reader: WireReader, tag: number, numbers: number[]): void {
  if ((tag & 7) !== delimited) {
    reader.keepItem();
    numbers.push(reader.i32());
    return;
  }
  const outer = reader.enter();
  while (reader.pos < reader.limit) {
    reader.keepItem();
    numbers.push(reader.i32());
  }
  reader.leave(outer);
}
