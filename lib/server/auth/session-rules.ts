/** When a session ends: an absolute end after signing in, an idle end after the last request somebody asked for. */

import type { Role } from '@/lib/contracts/roles';

/** What a session cookie holds, sealed. Instants are milliseconds since the epoch by the server's clock. */
export interface Session {
  readonly id: string;
  readonly actor: string;
  /** Binds the session to the very token, or the very role mapping, it came from: with that it goes. */
  readonly proof: string;
  /** What a provider's claims gave; null where the token's role of today counts. */
  readonly role: Role | null;
  /** Of the actor's sessions when it began: signing out everywhere begins another. */
  readonly generation: number;
  readonly signedInAt: number;
  readonly seenAt: number;
}

export interface Lifetimes {
  readonly absoluteMs: number;
  readonly idleMs: number;
}

export type SessionStanding =
  | { readonly kind: 'live'; readonly endsAt: number }
  | { readonly kind: 'over'; readonly because: 'absolute' | 'idle' };

/** @param seenAt the latest activity known of it, which another reply than this cookie's may have recorded */
export function sessionStanding(
  session: Session,
  seenAt: number,
  now: number,
  lifetimes: Lifetimes,
): SessionStanding {
  const absoluteEnd = session.signedInAt + lifetimes.absoluteMs;
  const idleEnd = Math.max(session.seenAt, seenAt) + lifetimes.idleMs;
  if (now >= absoluteEnd) return { kind: 'over', because: 'absolute' };
  if (now >= idleEnd) return { kind: 'over', because: 'idle' };
  return { kind: 'live', endsAt: Math.min(absoluteEnd, idleEnd) };
}

/** A new cookie goes out at most this often: activity in between is remembered by the process. */
export const cookieRenewalMs = 60_000;

export function needsNewCookie(session: Session, now: number): boolean {
  return now - session.seenAt >= cookieRenewalMs;
}
