/** Requests for tests of routes, as a browser or a script would send them to the base URL. */
import type { Route } from '../http/define-route';

export interface Ask {
  readonly method?: string;
  /** Path and query. */
  readonly path?: string;
  readonly body?: unknown;
  readonly bearer?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls a route with what a page of the console would send; `headers` overrides, null leaves one out. */
export function ask(route: Route, given: Ask = {}): Promise<Response> {
  return route(requestOf(given), { params: Promise.resolve({ ...given.params }) });
}

export function requestOf(given: Ask): Request {
  const base = 'http://127.0.0.1:4680';
  const method = given.method ?? (given.body === undefined ? 'GET' : 'POST');
  const headers = new Headers({ host: '127.0.0.1:4680' });
  if (method !== 'GET') {
    headers.set('origin', base);
    headers.set('content-type', 'application/json');
  }
  if (given.bearer !== undefined) headers.set('authorization', `Bearer ${given.bearer}`);
  if (given.cookie !== undefined) headers.set('cookie', given.cookie);
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const body =
    given.body === undefined || typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
  return new Request(new URL(given.path ?? '/', base), { method, headers, body, signal: given.signal });
}

/** The `name=value` that a browser would send back after this reply; null when no cookie was set. */
export function cookieOf(reply: Response): string | null {
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? null;
}
