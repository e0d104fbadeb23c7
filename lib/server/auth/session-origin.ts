/** What a session rests on, asked again at each request: its token, or the role mapping its claims were read by. */
import type { Role } from '@/lib/contracts/roles';
import { reservedActors } from '../config/schema';
import type { Runtime } from '../runtime';
import { oidcActorPrefix } from './oidc/claim-rules';
import { sha256Hex } from './secret-digest';
import type { Lifetimes, Session } from './session-rules';

export const signInLinkProof = 'link';

/** Null when the token is gone or another, or when the configuration maps claims otherwise than when it began. */
export function roleOfSession(runtime: Runtime, session: Session): Role | null {
  if (session.actor === reservedActors.signInLink) return session.proof === signInLinkProof ? 'admin' : null;
  if (isOfProvider(session)) return session.proof === proofOfMapping(runtime) ? session.role : null;
  const principal = runtime.principals.find((one) => one.id === session.actor);
  return principal !== undefined && session.proof === proofOf(principal.sha256) ? principal.role : null;
}

/** A provider's word is good for a stated life; then it is asked again. */
export function lifetimesOf({ config }: Runtime, session: Pick<Session, 'actor'>): Lifetimes {
  const { absoluteMs, idleMs } = config.session;
  const lifeMs = isOfProvider(session) ? (config.oidc?.lifeMs ?? 0) : absoluteMs;
  return { absoluteMs: Math.min(absoluteMs, lifeMs), idleMs };
}

/** Enough of the token's digest to notice that the token was changed. */
export function proofOf(sha256: string): string {
  return sha256.slice(0, 32);
}

/** Changes with everything that decides who gets which role; null where no provider is configured. */
export function proofOfMapping({ config }: Pick<Runtime, 'config'>): string | null {
  if (config.oidc === undefined) return null;
  const { issuer, clientId, scope, actorClaim, userInfo, roles } = config.oidc;
  return sha256Hex(JSON.stringify([issuer, clientId, scope, actorClaim, userInfo, roles])).slice(0, 32);
}

function isOfProvider({ actor }: Pick<Session, 'actor'>): boolean {
  return actor.startsWith(oidcActorPrefix);
}
