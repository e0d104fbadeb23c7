/** Takes the provider's answer: a session for whoever the mapping gives a role, and for everybody else a stated refusal. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import { sourceOf } from '../../http/host-rules';
import type { OpenContext, Operation } from '../../http/operation';
import { beginSession } from '../begin-session';
import { proofOfMapping } from '../session-origin';
import { actorOfClaims, roleOfClaims } from './claim-rules';
import { leadBack, leadTo, problemOf } from './lead-back';
import { type Provider, providerOf } from './provider';
import { endedTransactionCookie, openTransaction, type Transaction } from './transaction';

export const finishOidc: Operation<typeof endpoints.finishOidc> = async (context, { query }) => {
  const { runtime, headers, replyHeaders, signal } = context;
  const provider = providerOf(runtime);
  if (provider === null) throw new VamplateError('not_found', 'No OpenID provider is configured.');
  const transaction = await openTransaction(runtime, headers);
  if (transaction === null) return leadBack(context, 'stale', '/');
  // Good for one answer, whatever it is.
  replyHeaders.append('set-cookie', endedTransactionCookie(runtime));
  try {
    return await signInBy(context, provider, searchOf(query), transaction);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === 'not_accepted') await runtime.throttle.slow(sourceOf(headers, runtime.config), signal);
    return leadBack(context, problem, transaction.next, error);
  }
};

async function signInBy(
  context: OpenContext,
  provider: Provider,
  answer: URLSearchParams,
  transaction: Transaction,
): Promise<Response> {
  const { runtime, log } = context;
  const { actorClaim, roles } = provider.settings;
  const claims = await provider.redeem(answer, transaction);
  const actor = actorOfClaims(claims, actorClaim);
  if (actor === null) return leadBack(context, 'no_name', transaction.next);
  const role = roleOfClaims(claims, roles);
  const proof = proofOfMapping(runtime);
  if (role === null || proof === null) {
    log.warn({ actor }, 'no role is mapped to the claims of this actor');
    return leadBack(context, 'no_role', transaction.next);
  }
  await beginSession(context, { actor, role, proof, keepsRole: true });
  return leadTo(new URL(transaction.next, runtime.config.baseUrl).href);
}

function searchOf(query: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return new URLSearchParams(pairs as string[][]);
}
