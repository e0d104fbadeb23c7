/** Headers only: the content policy with its nonce, and 421 for a foreign host. It guards no page and no route. */
import { type NextRequest, NextResponse } from 'next/server';
import { isOurHost } from '@/lib/server/http/host-rules';
import { addressHeader, nonceHeader } from '@/lib/server/http/page-headers';
import { pageHeaders, pagePolicy } from '@/lib/server/http/security-headers';
import { runtime } from '@/lib/server/runtime';

export function proxy(request: NextRequest): Response {
  if (!isOurHost(request.headers, runtime().config)) {
    return new Response('This server does not answer for that host.\n', { status: 421 });
  }
  // Routes set their own, stricter headers.
  if (hasOwnHeaders(request.nextUrl.pathname)) return NextResponse.next();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = pagePolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set(addressHeader, request.nextUrl.pathname + request.nextUrl.search);
  // Next takes the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  const reply = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(pageHeaders(policy))) reply.headers.set(name, value);
  return reply;
}

/** Routes, and the public forms of status pages: all but the pages that Next puts together. */
function hasOwnHeaders(path: string): boolean {
  return (
    /^\/(api|metrics)(\/|$)/.test(path) ||
    /^\/(status|s)\/[^/]+(\/(status\.json|feed\.atom|badge\.svg|export\.html))?$/.test(path)
  );
}

/** Not past the one route that takes more than the proxy may hold of a body: it refuses foreign hosts like every route. */
export const config = { matcher: ['/((?!api/v1/receipts/verify$).*)'] };
