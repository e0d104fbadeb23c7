/** Engine scalars as our wire spells them. */

/** Milliseconds since the epoch as ISO 8601; null stays null. A time outside the years 0 to 9999 is null: not known. */
export function iso(ms: number): string;
export function iso(ms: number | null): string | null;
export function iso(ms: number | null): string | null {
  if (ms === null || !(ms >= yearZero && ms <= yearEnd)) return null;
  return new Date(ms).toISOString();
}

/** ISO 8601 spells other years with a sign, which no reader of our wire expects. */
const yearZero = Date.parse('0000-01-01T00:00:00.000Z');
const yearEnd = Date.parse('9999-12-31T23:59:59.999Z');

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
