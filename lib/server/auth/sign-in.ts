/** Signs in with a standing token or, once, with a sign-in link; a wrong one is answered late. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import { reservedActors } from '../config/schema';
import { sourceOf } from '../http/host-rules';
import type { OpenContext, Operation } from '../http/operation';
import { beginSession, type Proven } from './begin-session';
import { principalOfToken } from './principals';
import { sessionOf } from './read-session';
import { proofOf, signInLinkProof } from './session-origin';

export const signIn: Operation<typeof endpoints.signIn> = async (context, { body }) => {
  const caller = await beginSession(context, await proveToken(context, body.token));
  return sessionOf(context.runtime, caller);
};

/** The token is judged before anything is slowed: a right one never waits for the failures of others. */
async function proveToken(context: OpenContext, token: string): Promise<Proven> {
  const { runtime, headers, signal, log } = context;
  const principal = principalOfToken(runtime.principals, token);
  if (principal !== null) {
    return { actor: principal.id, role: principal.role, proof: proofOf(principal.sha256), keepsRole: false };
  }
  const redemption = runtime.signInLinks.redeem(token);
  if (redemption === 'redeemed') {
    return { actor: reservedActors.signInLink, role: 'admin', proof: signInLinkProof, keepsRole: false };
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
