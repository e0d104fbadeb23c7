/** Takes out of texts what looks like a credential, wherever a text is kept or told. */

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
