/** The session cookie: sealed with AES-256-GCM, HttpOnly, SameSite=Lax, Secure except on loopback http, named by port. */
import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';
import { isLoopback } from '../config/schema';
import type { Session } from './session-rules';

const sealed = z.strictObject({
  id: z.string().max(64),
  actor: z.string().max(64),
  proof: z.string().max(64),
  signedInAt: z.int(),
  seenAt: z.int(),
});

/** Browsers share cookies between ports of one host, so the name carries the port. */
export function cookieName(baseUrl: string): string {
  const url = new URL(baseUrl);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  // With this prefix a browser takes the cookie only over https, for this host alone and for every path.
  return `${isSecure(url) ? '__Host-' : ''}vamplate-${port}`;
}

/** @returns the value of a Set-Cookie header. @param maxAgeMs until the session's absolute end; 0 takes it away */
export function setCookie(baseUrl: string, value: string, maxAgeMs: number): string {
  const parts = [
    `${cookieName(baseUrl)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}`,
  ];
  return (isSecure(new URL(baseUrl)) ? [...parts, 'Secure'] : parts).join('; ');
}

/** @param key 32 bytes */
export function sealSession(session: Session, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(session)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

/** @returns null for anything this key did not seal */
export async function openSession(value: string, key: Uint8Array): Promise<Session | null> {
  if (value.length > 4_096) return null;
  try {
    const { plaintext } = await compactDecrypt(value, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    const parsed = sealed.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
    return parsed.success ? parsed.data : null;
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
