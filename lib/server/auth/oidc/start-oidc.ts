/** Leads a browser to the provider; what its answer must match goes along in a sealed cookie. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import { nextPathOf } from '@/lib/contracts/next-path';
import type { Operation } from '../../http/operation';
import { leadBack, leadTo, problemOf } from './lead-back';
import { providerOf } from './provider';
import { transactionCookie } from './transaction';

export const startOidc: Operation<typeof endpoints.startOidc> = async (context, { query }) => {
  const { runtime, replyHeaders } = context;
  const provider = providerOf(runtime);
  if (provider === null) throw new VamplateError('not_found', 'No OpenID provider is configured.');
  const next = nextPathOf(query.next ?? null);
  try {
    const { url, expected } = await provider.propose(query.account);
    const startedAt = runtime.clock.wall();
    replyHeaders.append('set-cookie', await transactionCookie(runtime, { ...expected, next, startedAt }));
    return leadTo(url.href);
  } catch (error) {
    return leadBack(context, problemOf(error), next, error);
  }
};
