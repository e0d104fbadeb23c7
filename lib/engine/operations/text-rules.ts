/** What may stand in a record that people read later: bounded and on one line; see `secret-rules.ts` for what is withheld. */

/** Line breaks and other control characters become spaces, and what is too long ends in an ellipsis. Never empty. */
export function shortened(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim() || '-';
  if (line.length <= maxLength) return line;
  // Cutting may halve a pair of surrogates; half of one is no text.
  return `${line.slice(0, maxLength - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

/** Whether nothing in it could break a line or a terminal. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Surrogate}]/u.test(text);
}
