/** Turns an endpoint and its operation into a route: who may, what came in, what goes out, and nothing else leaks. */
import { ulid } from 'ulid';
import { VamplateError } from '@/lib/base/errors';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { allows } from '@/lib/contracts/roles';
import { type Authenticated, authenticate, renewedCookie, type Use } from '../auth/authenticate';
import { unreadable } from '../auth/not-before';
import { requestUse } from '../context';
import { type Runtime, runtime } from '../runtime';
import { errorReply, HttpRefusal } from './error-reply';
import { isOurHost, isOurOrigin } from './host-rules';
import type { ContextOf, InputOf, OpenContext, Operation } from './operation';
import { parsePart, queryOf, readJson, requireJson } from './request-input';
import { replyHeaders } from './security-headers';

interface RouteContext {
  readonly params: Promise<Record<string, string | string[] | undefined>>;
}

export type Route = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * A route of the app folder: `export const GET = defineRoute(endpoints.lakes, listLakes)`.
 * Refuses in this order: foreign host (421); for a change foreign origin (403) and anything but JSON (415); no caller
 * (401); too low a role (403); params, query or body that do not parse (400, 413). A reply that breaks its contract
 * is `internal`: better no answer than a wrong one.
 */
export function defineRoute<const E extends Endpoint>(endpoint: E, operation: Operation<E>): Route {
  return async (request, route) => {
    const process = runtime();
    const requestId = ulid();
    const log = process.log.child({ requestId, method: endpoint.method, path: endpoint.path });
    try {
      refuseForeign(request, endpoint, process);
      const use = endpointUse(request, endpoint);
      const known = endpoint.access === 'nobody' ? null : await admit(request, endpoint, process, use);
      const input = await inputOf(request, route, endpoint);
      const open: OpenContext = {
        runtime: process,
        requestId,
        log: known === null ? log : log.child({ actor: known.caller.actor }),
        signal: request.signal,
        headers: request.headers,
        replyHeaders: new Headers(),
      };
      const result = await operation(contextOf<E>(open, known), input);
      if (known !== null) {
        open.replyHeaders.set('x-vamplate-runtime', process.id);
        const cookie = await renewedCookie(process, known.session, use);
        if (cookie !== null) open.replyHeaders.append('set-cookie', cookie);
      }
      return reply(endpoint, result, open);
    } catch (error) {
      const { reply: refusal, internal } = errorReply(error, requestId);
      if (internal) log.error({ error }, 'internal error');
      else log.debug({ status: refusal.status }, 'refused');
      return refusal;
    }
  };
}

function refuseForeign(request: Request, endpoint: Endpoint, { config }: Runtime): void {
  if (!isOurHost(request.headers, config)) {
    throw new HttpRefusal(421, 'This server does not answer for that host.');
  }
  if (endpoint.method === 'GET') return;
  if (!isOurOrigin(request.headers, config)) {
    throw new VamplateError('forbidden', "A change must come from this console's own origin.");
  }
  requireJson(request.headers);
}

async function admit(
  request: Request,
  endpoint: Endpoint,
  process: Runtime,
  use: Use,
): Promise<Authenticated> {
  const known = await authenticate(process, { headers: request.headers, signal: request.signal, use });
  if (endpoint.access !== 'nobody' && !allows(known.caller.role, endpoint.access)) {
    throw new VamplateError('forbidden', `This needs the role ${endpoint.access}.`, {
      role: known.caller.role,
      needed: endpoint.access,
    });
  }
  if (endpoint.method !== 'GET' && endpoint.endsSessions !== true && !known.confirmed) throw unreadable();
  return known;
}

/** A stream stays open by itself, so opening it proves no more than polling does. */
function endpointUse(request: Request, endpoint: Endpoint): Use {
  return endpoint.produces === 'text/event-stream' ? 'background' : requestUse(request.headers);
}

async function inputOf<E extends Endpoint>(
  request: Request,
  route: RouteContext,
  endpoint: E,
): Promise<InputOf<E>> {
  const params = parsePart('params', endpoint.params, endpoint.params && (await route.params));
  const query = parsePart('query', endpoint.query, endpoint.query && queryOf(request));
  const body =
    endpoint.method === 'GET'
      ? undefined
      : parsePart('body', endpoint.body, await readJson(request, endpoint.maxBodyBytes));
  return { params, query, body } as InputOf<E>;
}

function contextOf<E extends Endpoint>(open: OpenContext, known: Authenticated | null): ContextOf<E> {
  const signedIn = known && { caller: known.caller, session: known.session, stillSignedIn: known.stands };
  return { ...open, ...signedIn } as ContextOf<E>;
}

function reply(endpoint: Endpoint, result: unknown, open: OpenContext): Response {
  const headers = new Headers(replyHeaders);
  for (const [name, value] of open.replyHeaders) {
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  }
  headers.set('x-request-id', open.requestId);
  if (endpoint.response === undefined) return finished(result, headers);
  const parsed = endpoint.response.safeParse(result);
  if (!parsed.success) {
    throw new Error(`the reply of ${endpoint.path} breaks its contract`, { cause: parsed.error });
  }
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(parsed.data), { headers });
}

/** What an operation says of its own reply wins over what every reply says. */
function finished(result: unknown, headers: Headers): Response {
  if (!(result instanceof Response))
    throw new Error('an endpoint that is not JSON must answer with a Response');
  for (const [name, value] of result.headers) headers.set(name, value);
  return new Response(result.body, { status: result.status, headers });
}
