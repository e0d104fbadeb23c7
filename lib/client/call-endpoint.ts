/** Calls one declared endpoint: the reply is checked against its contract, and every failure is a VamplateError. */
import type { z } from 'zod';
import { type ErrorKind, errorKinds, VamplateError } from '@/lib/base/errors';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import { errorBody } from '@/lib/contracts/meta';
import { heardServerTime } from './server-time';

type Endpoints = typeof endpoints;
type Part<Name extends EndpointName, Key extends string> = Endpoints[Name] extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** The endpoints that answer with JSON, and what each answers. */
export type JsonEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly response: z.ZodType } ? Name : never;
}[EndpointName];
export type ReplyOf<Name extends JsonEndpointName> = Part<Name, 'response'>;

type Needed<Key extends string, Value> = Value extends undefined
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: Value };
export type InputOf<Name extends JsonEndpointName> = Needed<'params', Part<Name, 'params'>> & {
  readonly query?: Part<Name, 'query'>;
} & Needed<'body', Part<Name, 'body'>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A refetch nobody asked for: the server does not extend the idle time of the session for it. */
  readonly background?: boolean;
}

/** No answer within this is an answer too: the panel says so and offers to try again. */
const TIMEOUT_MS = 60_000;

/**
 * @returns the reply, parsed
 * @throws VamplateError of the kind the server names; `details.requestId` where the server gave one. A server that
 * cannot be reached is `unavailable`, a reply that breaks its contract is `internal`.
 */
export async function callEndpoint<Name extends JsonEndpointName>(
  name: Name,
  input: InputOf<Name>,
  { signal, background = false }: CallOptions = {},
): Promise<ReplyOf<Name>> {
  const endpoint = endpoints[name];
  const response = await send(
    endpoint.method,
    addressOf(endpoint.path, input),
    input.body,
    background,
    signal,
  );
  heardServerTime(response.headers.get('date'));
  const text = await textOf(response, signal);
  if (!response.ok) throw failureOf(response.status, text);
  const parsed = endpoint.response.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new VamplateError('internal', 'The reply of the server does not follow its contract.', {
      endpoint: name,
      issues: parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`),
    });
  }
  return parsed.data as ReplyOf<Name>;
}

/** Path and query of an endpoint; every parameter is percent-encoded once. */
export function addressOf(
  path: string,
  input: { readonly params?: unknown; readonly query?: unknown },
): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.append(key, String(value));
  }
  const search = query.toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** What a call of this endpoint sends, for whoever would send it without the page. */
export function requestOf<Name extends JsonEndpointName>(name: Name, input: InputOf<Name>) {
  const { method, path } = endpoints[name];
  return { method, address: addressOf(path, input), body: input.body ?? {} };
}

async function send(
  method: string,
  address: string,
  body: unknown,
  background: boolean,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(address, {
      method,
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(background ? { 'x-vamplate-poll': '1' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    throw unreachableServer(cause, signal);
  }
}

async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw unreachableServer(cause, signal);
  }
}

/** A call given up by its caller stays an abort; everything else is a server that did not answer. */
function unreachableServer(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cause;
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  const message = late
    ? `The server did not answer within ${TIMEOUT_MS / 1000} s.`
    : 'The server of this console does not answer.';
  return new VamplateError('unavailable', message, {}, { cause });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const kindOfStatus: Readonly<Record<number, ErrorKind>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'refused',
  501: 'unsupported',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The server's own error where the body is one; a proxy's page by its status otherwise. */
export function failureOf(status: number, text: string): VamplateError {
  const parsed = errorBody.safeParse(jsonOf(text));
  if (!parsed.success) {
    const kind = kindOfStatus[status] ?? 'internal';
    return new VamplateError(kind, `The server answered with status ${status} and no explanation.`, {
      status,
    });
  }
  const { code, message, requestId, details } = parsed.data.error;
  const kind = errorKinds.find((known) => known === code) ?? kindOfStatus[status] ?? 'internal';
  return new VamplateError(kind, message, { ...details, requestId });
}
