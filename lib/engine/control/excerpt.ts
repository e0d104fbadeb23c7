/** Foreign bytes made fit to show: printable ASCII as it is, everything else and the backslash as \xNN (4.4). */

export const maxExcerptBytes = 4 * 1024;

/** At most 4 KiB of `bytes`, escaped; the result is plain ASCII without control characters. */
export function excerptOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, maxExcerptBytes)) text += escapes[byte] ?? '';
  return text;
}

const backslash = 0x5c;
const escapes = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte <= 0x7e && byte !== backslash
    ? String.fromCharCode(byte)
    : `\\x${byte.toString(16).padStart(2, '0')}`,
);
