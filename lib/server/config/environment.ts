/** What the environment says: overrides of the file, each remembered by its variable, and the secrets, which only it may hold. */
import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets of this process. None of them is ever logged, stored or sent. */
export interface Secrets {
  /** 32 bytes that seal session cookies. */
  readonly sessionKey: Uint8Array;
  /** 32 bytes that seal what a browser carries to the OpenID provider and back. */
  readonly transactionKey: Uint8Array;
  /** What this console proves itself with to the OpenID provider; null where none is configured. */
  readonly clientSecret: string | null;
  /** The private Ed25519 key that signs receipts; null where no lake grants an action. */
  readonly receiptKey: ReceiptJwk | null;
  /** SHA-256 of VAMPLATE_ADMIN_TOKEN in hex; null when there is none. */
  readonly adminSha256: string | null;
  /** The one-time sign-in link that whoever started this process has printed. */
  readonly signInLink: { readonly sha256: string; readonly expiresAt: number } | null;
}

/** A private Ed25519 key as JSON Web Key (RFC 8037). */
export type ReceiptJwk = z.output<typeof receiptJwk>;

/** One thing that is wrong: where, and what was expected. Never what was found, since that may be a secret. */
export interface Problem {
  readonly where: string;
  readonly message: string;
}

interface Override {
  readonly variable: string;
  readonly path: readonly string[];
  readonly read: (text: string) => unknown;
}

const whole = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : text);
const truth = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The variables that override the file, and where each lands in it. */
export const overrides: readonly Override[] = [
  { variable: 'VAMPLATE_LAKES', path: ['lakes'], read: json },
  { variable: 'VAMPLATE_CLUSTERS', path: ['clusters'], read: json },
  { variable: 'VAMPLATE_SERVING', path: ['serving'], read: json },
  { variable: 'VAMPLATE_TOKENS', path: ['tokens'], read: json },
  { variable: 'VAMPLATE_OIDC', path: ['oidc'], read: json },
  { variable: 'VAMPLATE_CONTROL', path: ['control'], read: (text) => text },
  { variable: 'VAMPLATE_HOST', path: ['bind', 'host'], read: (text) => text },
  { variable: 'VAMPLATE_PORT', path: ['bind', 'port'], read: whole },
  { variable: 'VAMPLATE_BASE_URL', path: ['baseUrl'], read: (text) => text },
  { variable: 'VAMPLATE_TRUSTED_PROXY', path: ['trustedProxy'], read: truth },
  { variable: 'VAMPLATE_WATCH_INTERVAL_MS', path: ['watchIntervalMs'], read: whole },
];

/** @returns a copy of `file` with the environment's values in their places */
export function withOverrides(
  file: Readonly<Record<string, unknown>>,
  env: Environment,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...file };
  for (const { variable, path, read } of overrides) {
    const text = env[variable];
    if (text === undefined || text === '') continue;
    const [key = '', inner] = path;
    if (inner === undefined) result[key] = read(text);
    else result[key] = { ...(isObject(result[key]) ? result[key] : {}), [inner]: read(text) };
  }
  return result;
}

const key = z
  .string({ error: 'expected at least 32 characters of randomness; make one with `openssl rand -base64 48`' })
  .min(32, 'expected at least 32 characters of randomness; make one with `openssl rand -base64 48`');

const bytes32 = z.string().regex(/^[\w-]{43}$/);
const receiptJwk = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: bytes32, d: bytes32 })
  .refine(isPair);
const receiptKeyMessage = 'expected a private Ed25519 key as JSON Web Key (RFC 8037)';

const secretsSchema = z.object({
  VAMPLATE_SESSION_KEY: key,
  VAMPLATE_RECEIPT_KEY: z
    .string()
    .transform(parsedOrNull)
    .refine((jwk) => jwk !== null, receiptKeyMessage)
    .optional(),
  VAMPLATE_OIDC_CLIENT_SECRET: z.string().max(4_096).optional(),
  VAMPLATE_ADMIN_TOKEN: z.string().min(24, 'expected at least 24 characters').max(512).optional(),
  VAMPLATE_SIGN_IN_TOKEN_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected 64 lowercase hex digits')
    .optional(),
  VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT: z.iso
    .datetime({ error: 'expected an instant in ISO 8601, UTC' })
    .optional(),
});

export interface NeededSecrets {
  /** A lake grants an action, which leaves signed receipts. */
  readonly receipts: boolean;
  /** An OpenID provider is configured. */
  readonly clientSecret: boolean;
}

export function readSecrets(
  env: Environment,
  needs: NeededSecrets,
): { readonly secrets: Secrets } | { readonly problems: readonly Problem[] } {
  const given = withClientSecretFile(
    withReceiptKeyFile(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))),
  );
  const parsed = secretsSchema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map((issue) => ({
    where: issue.path.join('.'),
    message: issue.message,
  }));
  if (needs.receipts && given.VAMPLATE_RECEIPT_KEY === undefined) {
    problems.push({
      where: 'VAMPLATE_RECEIPT_KEY',
      message: `${receiptKeyMessage}, since a lake grants actions, which leave receipts`,
    });
  }
  if (needs.clientSecret && !given.VAMPLATE_OIDC_CLIENT_SECRET) {
    problems.push({
      where: 'VAMPLATE_OIDC_CLIENT_SECRET',
      message: 'expected the secret of the OpenID client, or VAMPLATE_OIDC_CLIENT_SECRET_FILE with its file',
    });
  }
  const link = given.VAMPLATE_SIGN_IN_TOKEN_SHA256;
  if (link !== undefined && given.VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT === undefined) {
    problems.push({
      where: 'VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT',
      message: 'expected an instant in ISO 8601, since VAMPLATE_SIGN_IN_TOKEN_SHA256 is set',
    });
  }
  if (!parsed.success || problems.length > 0) return { problems };
  return { secrets: secretsOf(parsed.data) };
}

function secretsOf(found: z.output<typeof secretsSchema>): Secrets {
  const sha256 = found.VAMPLATE_SIGN_IN_TOKEN_SHA256;
  const expires = found.VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT;
  const admin = found.VAMPLATE_ADMIN_TOKEN;
  return {
    sessionKey: derived(found.VAMPLATE_SESSION_KEY, 'vamplate session cookie'),
    transactionKey: derived(found.VAMPLATE_SESSION_KEY, 'vamplate sign-in transaction'),
    clientSecret: found.VAMPLATE_OIDC_CLIENT_SECRET || null,
    receiptKey: found.VAMPLATE_RECEIPT_KEY ?? null,
    adminSha256: admin === undefined ? null : createHash('sha256').update(admin).digest('hex'),
    signInLink:
      sha256 === undefined || expires === undefined ? null : { sha256, expiresAt: Date.parse(expires) },
  };
}

/** `VAMPLATE_RECEIPT_KEY_FILE` names a file with the key; one that cannot be read is no key, which is then said. */
function withReceiptKeyFile(given: Environment): Environment {
  const file = given.VAMPLATE_RECEIPT_KEY_FILE;
  if (file === undefined || given.VAMPLATE_RECEIPT_KEY !== undefined) return given;
  try {
    return { ...given, VAMPLATE_RECEIPT_KEY: readFileSync(file, 'utf8') };
  } catch {
    return { ...given, VAMPLATE_RECEIPT_KEY: 'unreadable' };
  }
}

/** As for the receipt key; a line break at the end of the file is not part of the secret. */
function withClientSecretFile(given: Environment): Environment {
  const file = given.VAMPLATE_OIDC_CLIENT_SECRET_FILE;
  if (file === undefined || given.VAMPLATE_OIDC_CLIENT_SECRET !== undefined) return given;
  try {
    return { ...given, VAMPLATE_OIDC_CLIENT_SECRET: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } catch {
    return given;
  }
}

function parsedOrNull(text: string): z.output<typeof receiptJwk> | null {
  return receiptJwk.safeParse(json(text)).data ?? null;
}

/** A public half that is another key's would sign receipts that nobody can verify. */
function isPair({ x, ...rest }: { kty: string; crv: string; x: string; d: string }): boolean {
  try {
    const whole = createPrivateKey({ key: { x, ...rest }, format: 'jwk' });
    return createPublicKey(whole).export({ format: 'jwk' }).x === x;
  } catch {
    return false;
  }
}

/** One key of the environment serves one purpose each: the purpose is bound in. */
function derived(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
