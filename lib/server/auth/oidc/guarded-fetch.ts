/** The one way to the provider: named origins only, no redirects followed, bounded answers; the caller bounds the time. */
import type { CustomFetch } from 'openid-client';
import { VamplateError } from '@/lib/base/errors';
import { isNamed, type NamedOrigins } from './endpoint-rules';

const maxAnswerBytes = 512 * 1024;

export function guardedFetch(named: NamedOrigins): CustomFetch {
  return async (url, options) => {
    if (!isNamed(url, named)) {
      throw new VamplateError('refused', 'The provider leads to an origin that oidc.origins does not name.');
    }
    const answer = await fetch(url, { ...(options as RequestInit), redirect: 'manual' });
    const body = await boundedBody(answer);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

async function boundedBody(answer: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  // A status without body allows none, not even an empty one.
  if (answer.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxAnswerBytes) {
      await reader.cancel();
      throw new VamplateError('refused', 'An answer of the provider is larger than any this console needs.');
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
