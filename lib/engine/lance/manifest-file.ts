/** The frame of a manifest file: footer, sections and their checked ranges (spec B.1); says what to read next. */
import { corrupt } from '@/lib/base/errors';

export const footerBytes = 16;
const prefixBytes = 4;
/** One ranged read that holds nearly every manifest whole. */
export const tailBytes = 64 * 1024;

/** The last bytes of a file: everything from `start` to its end. */
export interface FileTail {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Byte range inside the file, end exclusive. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** The range of the Manifest message. `tail` holds at least the last 16 bytes. Throws `corrupt`. */
export function locateManifest(tail: FileTail): { message: FileRange; lengthAt: number } {
  const { bytes, start } = tail;
  const size = start + bytes.length;
  if (size < footerBytes)
    throw corrupt(`not a Lance file: ${size} bytes are fewer than its footer`, { size });
  const view = viewOf(bytes);
  const footer = bytes.length - footerBytes;
  if (view.getUint32(footer + 12, false) !== 0x4c414e43) {
    throw corrupt('not a Lance file: it does not end in LANC', { size });
  }
  const position = view.getBigInt64(footer, true);
  const room = BigInt(size - footerBytes - prefixBytes);
  if (position < 0n || position > room) {
    throw corrupt(`damaged frame: the footer points to byte ${position} of ${size}`, { size });
  }
  // The format version after the position is 0.1 or 0.2 in all that was ever written; Lance does not check it.
  const lengthAt = Number(position);
  return { message: { start: lengthAt + prefixBytes, end: size - footerBytes }, lengthAt };
}

/** The Manifest message itself, or null when the tail does not reach back to it. Throws `corrupt`. */
export function manifestMessage(tail: FileTail): Uint8Array | null {
  const { message, lengthAt } = locateManifest(tail);
  if (lengthAt < tail.start) return null;
  const stated = viewOf(tail.bytes).getUint32(lengthAt - tail.start, true);
  const found = message.end - message.start;
  if (stated !== found) {
    throw corrupt(`damaged frame: the message states ${stated} bytes, the file holds ${found}`, {
      stated,
      found,
    });
  }
  return tail.bytes.subarray(message.start - tail.start, message.end - tail.start);
}

/**
 * A section (IndexSection or Transaction) that starts at `offset`, or undefined when the tail does not reach back to
 * it. It must end before the Manifest message begins. Throws `corrupt`.
 */
export function sectionMessage(tail: FileTail, offset: bigint, what: string): Uint8Array | undefined {
  const { lengthAt } = locateManifest(tail);
  if (offset < 0n || offset + BigInt(prefixBytes) > BigInt(lengthAt)) {
    throw corrupt(`damaged manifest: its ${what} would start at byte ${offset}, outside the file's sections`);
  }
  const start = Number(offset);
  if (start < tail.start) return undefined;
  const length = viewOf(tail.bytes).getUint32(start - tail.start, true);
  const end = start + prefixBytes + length;
  if (end > lengthAt) {
    throw corrupt(`damaged manifest: its ${what} states ${length} bytes, more than lie before the manifest`, {
      stated: length,
    });
  }
  return tail.bytes.subarray(start + prefixBytes - tail.start, end - tail.start);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
