/** What a browser carries to the provider and back, sealed: what the answer must match, for ten minutes. */
import { z } from 'zod';
import type { Runtime } from '../../runtime';
import { cookieNameOf, cookieValue, seal, setCookieOf, unseal } from '../sealed-cookie';

/** An address longer than this is not carried along: the sealed cookie must fit into what browsers keep. */
const maxNext = 1_500;

const transaction = z.strictObject({
  state: z.string().min(20).max(128),
  nonce: z.string().min(20).max(128),
  codeVerifier: z.string().min(43).max(128),
  /** The page that was asked for. */
  next: z.string().max(maxNext),
  startedAt: z.int(),
});

export type Transaction = z.output<typeof transaction>;

export const transactionMs = 600_000;

export async function transactionCookie(runtime: Runtime, content: Transaction): Promise<string> {
  const next = content.next.length > maxNext ? '/' : content.next;
  const value = await seal({ ...content, next }, runtime.secrets.transactionKey);
  return setCookieOf(runtime.config.baseUrl, { name: nameOf(runtime), value, maxAgeMs: transactionMs });
}

/** @returns null for none, or one that is not this server's or too old */
export async function openTransaction(runtime: Runtime, headers: Headers): Promise<Transaction | null> {
  const value = cookieValue(headers.get('cookie'), nameOf(runtime));
  const found = value === null ? null : await unseal(value, runtime.secrets.transactionKey, transaction);
  const age = found === null ? 0 : runtime.clock.wall() - found.startedAt;
  return age < transactionMs ? found : null;
}

export function endedTransactionCookie(runtime: Runtime): string {
  return setCookieOf(runtime.config.baseUrl, { name: nameOf(runtime), value: '', maxAgeMs: 0 });
}

function nameOf({ config }: Runtime): string {
  return cookieNameOf(config.baseUrl, '-oidc');
}
