/** The one door to who is calling, for pages and for routes. Layouts and the proxy never ask: they guard nothing. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { isVamplateError } from '@/lib/base/errors';
import { authenticate, bySession, pollHeader, type Use } from './auth/authenticate';
import type { Caller } from './auth/caller';
import { addressHeader } from './http/page-headers';
import { runtime } from './runtime';

export interface PageCaller extends Caller {
  /** The process that rendered the page, as `x-vamplate-runtime` names it on API replies. */
  readonly runtimeId: string;
}

/**
 * Who asks for this page. Every page awaits it before it reads or renders anything. Nobody signed in: throws Next's
 * redirect to `/sign-in?next=…`, so that neither the body nor the RSC payload holds any of the page.
 */
export async function callerOfPage(): Promise<PageCaller> {
  const caller = await findCallerOfPage();
  if (caller !== null) return caller;
  redirect(signInAddress((await headers()).get(addressHeader)));
}

/** As `callerOfPage`, for the sign-in page: null when nobody is signed in. */
export const findCallerOfPage = cache(async (): Promise<PageCaller | null> => {
  // First, since it tells Next that this page is made anew for every request; a build makes none.
  const asked = await headers();
  const process = runtime();
  try {
    const { caller } = await bySession(process, { headers: new Headers([...asked]), use: pageUse(asked) });
    return { ...caller, runtimeId: process.id };
  } catch (error) {
    // While nothing says that a session stands, its pages are closed; the sign-in page says what cannot be read.
    if (isVamplateError(error) && (error.kind === 'unauthenticated' || error.kind === 'unavailable'))
      return null;
    throw error;
  }
});

/** Who sends this request. @throws VamplateError `unauthenticated` */
export async function callerOfRequest(request: Request): Promise<Caller> {
  const { headers, signal } = request;
  return (await authenticate(runtime(), { headers, signal, use: requestUse(headers) })).caller;
}

export function requestUse(headers: Headers): Use {
  return headers.get(pollHeader) === '1' ? 'background' : 'activity';
}

/** Following a link is activity; a browser fetching ahead is not. */
function pageUse(headers: { get(name: string): string | null }): Use {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose');
  return purpose?.includes('prefetch') ? 'background' : 'activity';
}

/** Only a path of this console is ever carried along. */
export function signInAddress(address: string | null): string {
  const ours = address !== null && /^\/(?![/\\])/.test(address) && address !== '/';
  return ours ? `/sign-in?next=${encodeURIComponent(address)}` : '/sign-in';
}
