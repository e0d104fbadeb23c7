/** The one map from kinds of errors to HTTP; what went wrong inside never leaves the server. */
import { type ErrorKind, isVamplateError, VamplateError } from '@/lib/base/errors';
import { withoutSecrets, withoutSecretsWithin } from '@/lib/base/secret-rules';
import type { ErrorBody } from '@/lib/contracts/meta';
import { replyHeaders } from './security-headers';

export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  refused: 422,
  unsupported: 501,
  unavailable: 503,
  corrupt: 500,
  internal: 500,
};

/** Refusals of the HTTP layer itself, which have a status of their own below their kind. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';

  constructor(
    readonly status: 413 | 415 | 421,
    message: string,
  ) {
    super(message);
  }
}

/** @returns the reply, and whether the error is one of ours to repair */
export function errorReply(error: unknown, requestId: string): { reply: Response; internal: boolean } {
  if (error instanceof HttpRefusal) {
    const body = bodyOf('invalid_input', error.message, requestId, {});
    return { reply: replyOf(error.status, body, requestId), internal: false };
  }
  const known = isVamplateError(error) && error.kind !== 'internal' ? error : hidden;
  const body = cleaned(bodyOf(known.kind, known.message, requestId, known.details));
  return { reply: replyOf(statusOfKind[known.kind], body, requestId), internal: known === hidden };
}

const hidden = new VamplateError('internal', 'Something went wrong on the server. Report the request id.');

function bodyOf(
  code: ErrorKind,
  message: string,
  requestId: string,
  details: Readonly<Record<string, unknown>>,
): ErrorBody {
  return { error: { code, message, requestId, details } };
}

/** What a store or a file in a lake said may stand in an error; what a request's own schema said names its fields. */
function cleaned(body: ErrorBody): ErrorBody {
  const { code, message, details, requestId } = body.error;
  if (code === 'invalid_input' && 'issues' in details) return body;
  const clean = withoutSecretsWithin(details) as ErrorBody['error']['details'];
  return { error: { code, message: withoutSecrets(message), requestId, details: clean } };
}

function replyOf(status: number, body: ErrorBody, requestId: string): Response {
  const headers = new Headers({
    ...replyHeaders,
    'content-type': 'application/json',
    'x-request-id': requestId,
  });
  if (status === 401) headers.set('www-authenticate', 'Bearer');
  // Versions in details may still be bigints; on our wire they are decimal strings.
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
  return new Response(text, { status, headers });
}
