/** Every endpoint of the table through its own route module, as nobody and as each role: who is let in, from the table alone. */
import { type Access, type Endpoint, successStatus } from '@/lib/contracts/endpoint';
import { allows, type Role, roles } from '@/lib/contracts/roles';
import type { Route } from '../http/define-route';
import { ask } from './ask';
import { testTokens } from './test-runtime';

export const callers: readonly Access[] = ['nobody', ...roles];

/** What the table alone says: the status that each caller receives for a request that succeeds for whoever may. */
export function expectedStatus(endpoint: Endpoint, caller: Access): number {
  const { access } = endpoint;
  if (access !== 'nobody' && caller === 'nobody') return 401;
  if (access !== 'nobody' && caller !== 'nobody' && !allows(caller, access)) return 403;
  return successStatus(endpoint);
}

export interface Scene {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Of a change; an empty object unless told. */
  readonly body?: unknown;
}

/** Sends what the scene asks, as this caller, to the route that Next serves. */
export async function statusFor(
  route: Route,
  endpoint: Endpoint,
  caller: Access,
  { params = {}, query = {}, body = {} }: Scene,
): Promise<number> {
  const gone = new AbortController();
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  const reply = await ask(route, {
    method: endpoint.method,
    path: `${path}?${search}`,
    params,
    bearer: caller === 'nobody' ? undefined : testTokens[caller satisfies Role],
    body: endpoint.method === 'GET' ? undefined : body,
    signal: gone.signal,
  });
  await reply.body?.cancel();
  gone.abort();
  return reply.status;
}
