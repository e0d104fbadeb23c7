/** Signs in with a standing token or, once, with a sign-in link; a wrong one is answered late. */
import { ulid } from 'ulid';
import type { WallInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Role } from '@/lib/contracts/roles';
import { reservedActors } from '../config/schema';
import { sourceOf } from '../http/host-rules';
import type { OpenContext, Operation } from '../http/operation';
import type { Runtime } from '../runtime';
import { proofOf, sessionCookie, signInLinkProof } from './authenticate';
import { callerToContract } from './caller';
import { principalOfToken } from './principals';
import type { Session } from './session-rules';

export const signIn: Operation<typeof endpoints.signIn> = async (context, { body }) => {
  const { runtime, log } = context;
  const proven = await proveToken(context, body.token);
  const now = runtime.clock.wall();
  const session: Session = {
    id: ulid(),
    actor: proven.actor,
    proof: proven.proof,
    signedInAt: now,
    seenAt: now,
  };
  context.replyHeaders.append('set-cookie', await sessionCookie(runtime, session));
  log.info({ actor: proven.actor, role: proven.role }, 'signed in');
  return {
    caller: callerToContract({
      actor: proven.actor,
      role: proven.role,
      via: 'session',
      signedInAt: now,
      expiresAt: firstEnd(runtime, now),
    }),
  };
};

interface Proven {
  readonly actor: string;
  readonly role: Role;
  readonly proof: string;
}

/** The token is judged before anything is slowed: a right one never waits for the failures of others. */
async function proveToken(context: OpenContext, token: string): Promise<Proven> {
  const { runtime, headers, signal, log } = context;
  const principal = principalOfToken(runtime.principals, token);
  if (principal !== null) {
    return { actor: principal.id, role: principal.role, proof: proofOf(principal.sha256) };
  }
  const redemption = runtime.signInLinks.redeem(token);
  if (redemption === 'redeemed') {
    return { actor: reservedActors.signInLink, role: 'admin', proof: signInLinkProof };
  }
  const source = sourceOf(headers, runtime.config);
  log.warn({ source, redemption }, 'sign-in refused');
  await runtime.throttle.slow(source, signal);
  throw new VamplateError('unauthenticated', refusals[redemption]);
}

const refusals = {
  unknown: 'This token is not known here.',
  used: 'This sign-in link was used already. Start the server again for a new one, or sign in with a token.',
  expired: 'This sign-in link has expired. Start the server again for a new one, or sign in with a token.',
} as const;

function firstEnd({ config }: Runtime, now: number): WallInstant {
  return (now + Math.min(config.session.absoluteMs, config.session.idleMs)) as WallInstant;
}
