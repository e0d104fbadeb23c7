/** Replies of the sign-in by provider are steps of a browser: on to an address, or back to the sign-in page with a reason. */
import { isVamplateError, type VamplateError } from '@/lib/base/errors';
import type { SignInProblem } from '@/lib/contracts/session';
import type { OpenContext } from '../../http/operation';

export function leadTo(address: string): Response {
  return new Response(null, { status: 303, headers: { location: address } });
}

/** @param error logged by its kind and code alone: what a provider said may hold codes, claims or secrets */
export function leadBack(
  { runtime, log }: OpenContext,
  problem: SignInProblem,
  next: string,
  error?: unknown,
): Response {
  log.warn({ problem, ...told(error) }, 'sign-in through the provider refused');
  const address = new URL('/sign-in', runtime.config.baseUrl);
  address.searchParams.set('problem', problem);
  if (next !== '/') address.searchParams.set('next', next);
  return leadTo(address.href);
}

/** Told apart by codes, never by class: a part of the runtime may come from another copy of the library. */
export function problemOf(error: unknown): SignInProblem {
  const own = ownError(error);
  if (own !== null) return own.kind === 'unavailable' ? 'unavailable' : 'not_accepted';
  if (wordOf(error, 'error') === 'access_denied') return 'denied';
  const code = wordOf(error, 'code');
  return code === undefined || code === 'OAUTH_TIMEOUT' ? 'unreachable' : 'not_accepted';
}

function told(error: unknown): Readonly<Record<string, unknown>> {
  const own = ownError(error);
  if (own !== null) return { kind: own.kind, because: own.message };
  return { code: wordOf(error, 'code'), because: wordOf(error, 'error') };
}

/** An error of ours, also where the library wrapped it. */
function ownError(error: unknown): VamplateError | null {
  if (isVamplateError(error)) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return isVamplateError(cause) ? cause : null;
}

/** A field that is one plain word, such as `invalid_client`; anything longer may quote what nobody should read. */
function wordOf(error: unknown, field: 'code' | 'error'): string | undefined {
  const word = (error as Partial<Record<typeof field, unknown>> | null | undefined)?.[field];
  return typeof word === 'string' && /^[A-Za-z_]{1,60}$/.test(word) ? word : undefined;
}
