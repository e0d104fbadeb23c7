/** What a typed text asks for: words to look for, and a version when it ends in one. */

export interface PaletteQuestion {
  /** What names must contain; empty asks for everything. */
  readonly words: string;
  /** Decimal digits, or null. */
  readonly version: string | null;
}

/** `events v1841`, `events 1841`, `v1841`, `1841`: a version needs its v only when it stands for itself nowhere else. */
export function questionOf(text: string): PaletteQuestion {
  const trimmed = text.trim();
  const match = /^(?:(.*?)\s+)?v?(\d{1,20})$/i.exec(trimmed);
  if (match === null) return { words: trimmed, version: null };
  return { words: match[1]?.trim() ?? '', version: BigInt(match[2] ?? '0').toString() };
}
