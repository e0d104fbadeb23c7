/** Establishes who sends a request, from its bearer token or its session cookie; throws `unauthenticated` otherwise. */
import type { WallInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { sourceOf } from '../http/host-rules';
import type { Runtime } from '../runtime';
import type { Caller } from './caller';
import { notBeforeOf, unreadable } from './not-before';
import { principalOfToken } from './principals';
import { cookieValue } from './sealed-cookie';
import { cookieName, openSession, sealSession, setCookie } from './session-cookie';
import { lifetimesOf, roleOfSession } from './session-origin';
import { needsNewCookie, type Session, sessionStanding } from './session-rules';

/** Only `activity` extends a session's idle end; polling, prefetching and the event stream are `background`. */
export type Use = 'activity' | 'background';

export interface Authenticated {
  readonly caller: Caller;
  /** Null for a bearer token. */
  readonly session: Session | null;
  /** False while nobody can tell whether the session was ended elsewhere: then it may read and change nothing. */
  readonly confirmed: boolean;
  /** Whether the caller's proof still holds at this moment: what a long reply asks before each part. */
  stands(): boolean;
}

export interface Asking {
  readonly headers: Headers;
  readonly use: Use;
  readonly signal?: AbortSignal;
}

/** A header that a client sets on refetches nobody asked for. */
export const pollHeader = 'x-vamplate-poll';

/** A bearer token, where one is sent, decides alone; a wrong one is answered late. */
export async function authenticate(runtime: Runtime, asking: Asking): Promise<Authenticated> {
  const authorization = asking.headers.get('authorization');
  return authorization === null ? bySession(runtime, asking) : byBearer(runtime, asking, authorization);
}

async function byBearer(runtime: Runtime, asking: Asking, authorization: string): Promise<Authenticated> {
  const token = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1];
  const principal = token === undefined ? null : principalOfToken(runtime.principals, token);
  if (principal === null) {
    await runtime.throttle.slow(sourceOf(asking.headers, runtime.config), asking.signal);
    throw new VamplateError('unauthenticated', 'This token is not known here.');
  }
  const now = runtime.clock.wall();
  const { id: actor, role } = principal;
  return {
    caller: { actor, role, via: 'bearer', signedInAt: now, expiresAt: now },
    session: null,
    confirmed: true,
    stands: () => true,
  };
}

/**
 * By the session cookie alone, as pages do.
 * @throws VamplateError `unauthenticated`; `unavailable` where nothing tells whether the session ever stood
 */
export async function bySession(runtime: Runtime, { headers, use }: Asking): Promise<Authenticated> {
  const value = cookieValue(headers.get('cookie'), cookieName(runtime.config.baseUrl));
  const session = value === null ? null : await openSession(value, runtime.secrets.sessionKey);
  const role = session === null ? null : roleOfSession(runtime, session);
  if (session === null || role === null) throw new VamplateError('unauthenticated', 'Sign in first.');
  const standing = standingOf(runtime, session);
  if (standing.kind === 'over')
    throw new VamplateError('unauthenticated', 'The session is over; sign in again.');
  const notBefore = notBeforeOf(runtime);
  const everywhere = (await notBefore?.standing(session.actor, session.generation)) ?? 'stands';
  if (everywhere === 'ended')
    throw new VamplateError('unauthenticated', 'This session was signed out everywhere; sign in again.');
  if (everywhere === 'unknown') throw unreadable();
  if (use === 'activity') runtime.sessions.touch(session.id, runtime.clock.wall());
  const renewed = standingOf(runtime, session);
  const endsAt = renewed.kind === 'live' ? renewed.endsAt : standing.endsAt;
  return {
    caller: {
      actor: session.actor,
      role,
      via: 'session',
      signedInAt: session.signedInAt as WallInstant,
      expiresAt: endsAt as WallInstant,
    },
    session,
    confirmed: everywhere === 'stands',
    stands: () =>
      standingOf(runtime, session).kind === 'live' &&
      (notBefore === null || notBefore.notEnded(session.actor, session.generation)),
  };
}

/** The Set-Cookie that carries recent activity to the next request, also at another replica; null when not needed. */
export async function renewedCookie(
  runtime: Runtime,
  session: Session | null,
  use: Use,
): Promise<string | null> {
  const now = runtime.clock.wall();
  if (session === null || use === 'background' || !needsNewCookie(session, now)) return null;
  if (standingOf(runtime, session).kind === 'over') return null;
  return sessionCookie(runtime, { ...session, seenAt: now });
}

export async function sessionCookie(runtime: Runtime, session: Session): Promise<string> {
  const { config, secrets, clock } = runtime;
  const maxAgeMs = session.signedInAt + lifetimesOf(runtime, session).absoluteMs - clock.wall();
  return setCookie(config.baseUrl, await sealSession(session, secrets.sessionKey), maxAgeMs);
}

function standingOf(runtime: Runtime, session: Session) {
  if (runtime.sessions.hasEnded(session.id)) return { kind: 'over', because: 'absolute' } as const;
  const seenAt = runtime.sessions.lastSeen(session.id);
  return sessionStanding(session, seenAt, runtime.clock.wall(), lifetimesOf(runtime, session));
}
