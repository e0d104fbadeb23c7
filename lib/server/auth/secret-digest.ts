/** Tokens are known only by their SHA-256, and compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** @returns 64 lowercase hex digits */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Compares two digests in hex; a malformed one equals nothing. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  return a.length === 32 && b.length === 32 && timingSafeEqual(a, b);
}
