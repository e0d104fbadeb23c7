/** What a browser carries for this server and cannot read or change: sealed with AES-256-GCM in an HttpOnly cookie. */
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from 'zod';
import { isLoopback } from '../config/loopback';

/** A browser keeps no cookie longer than this. */
const maxSealed = 4_096;

export interface CookieToSet {
  readonly name: string;
  readonly value: string;
  /** Milliseconds it lives; 0 takes it away. */
  readonly maxAgeMs: number;
}

/** Browsers share cookies between ports of one host, so the name carries the port; `purpose` tells ours apart. */
export function cookieNameOf(baseUrl: string, purpose: string): string {
  const url = new URL(baseUrl);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  // With this prefix a browser takes the cookie only over https, for this host alone and for every path.
  return `${isSecure(url) ? '__Host-' : ''}vamplate-${port}${purpose}`;
}

/**
 * @returns the value of a Set-Cookie header. Lax and not Strict: a link from elsewhere opens the console signed in, and
 * the way back from an OpenID provider, which is another site, still carries what was sent along.
 */
export function setCookieOf(baseUrl: string, { name, value, maxAgeMs }: CookieToSet): string {
  const parts = [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}`,
  ];
  return (isSecure(new URL(baseUrl)) ? [...parts, 'Secure'] : parts).join('; ');
}

/** @param key 32 bytes, for this purpose alone */
export function seal(content: object, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

/** @returns null for anything this key did not seal, or that is not of this schema */
export async function unseal<T>(value: string, key: Uint8Array, schema: z.ZodType<T>): Promise<T | null> {
  if (value.length > maxSealed) return null;
  try {
    const { plaintext } = await compactDecrypt(value, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext))).data ?? null;
  } catch {
    return null;
  }
}

/** The value of the first cookie of this name in a Cookie header. */
export function cookieValue(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

function isSecure(url: URL): boolean {
  return !(url.protocol === 'http:' && isLoopback(url.hostname));
}
