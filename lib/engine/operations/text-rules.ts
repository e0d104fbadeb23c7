/** What may stand in a record that people read later: bounded, on one line, and without what looks like a secret. */

const withheld = '[withheld]';

/** Each leaves what is not secret of its match in its first group. */
const secrets: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*/gs,
  /()\bvamplate_[\w-]{20,}/g,
  /()\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /()\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi,
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+(?=@)/gi,
  /(\b[\w-]{0,60}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|credential|signature)[\w-]{0,60}["']?\s*[=:]\s*)[^\s&,;]+/gi,
];

/** The same text with everything that looks like a credential withheld; a text that passed once passes unchanged. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((clean, secret) => clean.replace(secret, `$1${withheld}`), text);
}

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
