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

/** Names under which programs keep credentials, or what was made with them, such as S3's refusals of a signature. */
const secretNames =
  /password|passwd|secret|token|api.?key|access.?key|credential|signature|string.?to.?sign|canonical.?request|authorization|cookie/i;

const maxDepth = 5;
const maxItems = 100;

/** Plain data of any shape with its texts cleaned and what stands under the name of a credential withheld; bounded. */
export function withoutSecretsWithin(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, maxItems).map((one) => withoutSecretsWithin(one, depth + 1));
  }
  const entries = Object.entries(value).slice(0, maxItems);
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      typeof one === 'string' && secretNames.test(name) ? withheld : withoutSecretsWithin(one, depth + 1),
    ]),
  );
}
