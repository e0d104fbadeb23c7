/** Engine scalars as our wire spells them. */

/** Milliseconds since the epoch as ISO 8601; null stays null. A time no calendar holds is null: not known. */
export function iso(ms: number): string;
export function iso(ms: number | null): string | null;
export function iso(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return null;
  return new Date(ms).toISOString();
}

export function decimal(version: bigint): string;
export function decimal(version: bigint | null): string | null;
export function decimal(version: bigint | null): string | null {
  return version === null ? null : version.toString();
}

/** A count or size that may exceed what a JSON number holds exactly: then it is not known to us. */
export function safeCount(value: bigint | number | null): number | null {
  if (value === null) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A map of texts as a JSON object without a prototype of names. */
export function textRecord(map: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(map);
}
