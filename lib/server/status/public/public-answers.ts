/** What goes out for a public form: itself, that it did not change, that there is nothing, or that it must wait. */
import type { RenderedForm } from './form-memory';
import { publicHeaders } from './public-policy';
import type { FormName } from './render-form';

const formTypes: Readonly<Record<FormName, string>> = {
  page: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  feed: 'application/atom+xml; charset=utf-8',
  badge: 'image/svg+xml; charset=utf-8',
  export: 'text/html; charset=utf-8',
};

/** How long browsers and proxies may answer by themselves, in seconds. */
const freshSeconds = 5;

export interface Asked {
  readonly form: FormName;
  /** Nobody between may keep what a secret link opened. */
  readonly secret: boolean;
  /** `if-none-match` of the request. */
  readonly known: string | null;
}

export function formAnswer({ form, secret, known }: Asked, { body, etag }: RenderedForm): Response {
  const headers = {
    ...publicHeaders,
    'cache-control': `${secret ? 'private' : 'public'}, max-age=${freshSeconds}`,
    etag,
    // Badges of public pages stand on other people's pages.
    ...(form === 'badge' && !secret ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
  if (isKnown(known, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': formTypes[form] } });
}

/** Unknown, revoked, expired, misspelled, or a page that opens through its links alone: to the letter the same. */
export function notFoundAnswer(): Response {
  return plainAnswer(404, 'There is no status page at this address.');
}

/** @param waitMs until there is room again */
export function tooManyAnswer(waitMs: number): Response {
  const reply = plainAnswer(429, 'Too many people ask for this at once. Try again in a moment.');
  reply.headers.set('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))));
  return reply;
}

/** While this process has not read its status pages yet. */
export function notReadyAnswer(): Response {
  const reply = plainAnswer(503, 'Status pages cannot be read at the moment. Try again soon.');
  reply.headers.set('retry-after', '5');
  return reply;
}

function plainAnswer(status: number, sentence: string): Response {
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Status page</title></head><body><main><h1>${sentence}</h1></main></body></html>\n`;
  const headers = {
    ...publicHeaders,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
  return new Response(body, { status, headers });
}

/** RFC 9110, 13.1.2: compared weakly, although ours is strong. */
function isKnown(known: string | null, etag: string): boolean {
  if (known === null) return false;
  if (known.trim() === '*') return true;
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
