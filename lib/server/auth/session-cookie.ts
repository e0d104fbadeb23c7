/** The session cookie: sealed, HttpOnly, SameSite=Lax, Secure except on loopback http, named by port. */
import { z } from 'zod';
import { role } from '@/lib/contracts/roles';
import { cookieNameOf, seal, setCookieOf, unseal } from './sealed-cookie';
import type { Session } from './session-rules';

const sealed = z.strictObject({
  id: z.string().max(64),
  actor: z.string().max(200),
  proof: z.string().max(64),
  role: role.nullable().default(null),
  generation: z.int().nonnegative().default(0),
  signedInAt: z.int(),
  seenAt: z.int(),
});

export function cookieName(baseUrl: string): string {
  return cookieNameOf(baseUrl, '');
}

/** @returns the value of a Set-Cookie header. @param maxAgeMs until the session's absolute end; 0 takes it away */
export function setCookie(baseUrl: string, value: string, maxAgeMs: number): string {
  return setCookieOf(baseUrl, { name: cookieName(baseUrl), value, maxAgeMs });
}

/** @param key 32 bytes */
export function sealSession(session: Session, key: Uint8Array): Promise<string> {
  return seal(session, key);
}

/** @returns null for anything this key did not seal */
export function openSession(value: string, key: Uint8Array): Promise<Session | null> {
  return unseal(value, key, sealed);
}
