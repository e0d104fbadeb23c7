/** Which numbers are versions of a document: whole, from 1 to 2^53 - 1, and never detached (spec B.5). */

const maxVersion = BigInt(Number.MAX_SAFE_INTEGER);
const detachedBit = 1n << 63n;

/** Null for 0, for what JSON cannot carry exactly, and for detached commits (bit 63), which nobody may serve. */
export function servableVersion(value: unknown): bigint | null {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return null;
  const version = BigInt(value as number | bigint);
  return version >= 1n && version <= maxVersion ? version : null;
}

/** Why a number is no version, in one phrase; null when it is one. */
export function versionProblem(value: unknown): string | null {
  if (servableVersion(value) !== null) return null;
  if (typeof value === 'bigint' && (value & detachedBit) !== 0n && value > 0n) return 'a detached version';
  if (typeof value === 'bigint' && value > maxVersion) return 'larger than 2^53 - 1';
  return 'not a version from 1 on';
}
