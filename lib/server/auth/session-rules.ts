/** When a session ends: an absolute end after signing in, an idle end after the last request somebody asked for. */

/** What a session cookie holds, sealed. Instants are milliseconds since the epoch by the server's clock. */
export interface Session {
  readonly id: string;
  readonly actor: string;
  /** Binds the session to the very token it came from: with the token it goes. */
  readonly proof: string;
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
