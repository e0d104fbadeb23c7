/** Every endpoint of the table through its own route module, as nobody and as each role: who is let in, from the table alone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Access, Endpoint } from '@/lib/contracts/endpoint';
import { allows, type Role, roles } from '@/lib/contracts/roles';
import type { Route } from '../http/define-route';
import { ask } from './ask';
import { testTokens } from './test-runtime';

export const callers: readonly Access[] = ['nobody', ...roles];

/** The file below `app/` that must serve a path of the table: `{x}` stands for a folder `[x]`. */
export function routeFileOf(path: string): string {
  return join('app', ...path.split('/').map((part) => part.replace(/^\{(\w+)\}$/, '[$1]')), 'route.ts');
}

/** @param root the project's folder. @throws when no file serves the endpoint, or not with its method */
export async function importRoute(root: string, endpoint: Endpoint): Promise<Route> {
  const file = join(root, routeFileOf(endpoint.path));
  if (!existsSync(file))
    throw new Error(`no route serves ${endpoint.path}: ${routeFileOf(endpoint.path)} is missing`);
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
  const route = module[endpoint.method];
  if (typeof route !== 'function') throw new Error(`${routeFileOf(endpoint.path)} has no ${endpoint.method}`);
  return route as Route;
}

export type Admission = 'let in' | 401 | 403 | 500;

export function expectedAdmission(access: Access, caller: Access): Admission {
  if (access === 'nobody') return 'let in';
  if (caller === 'nobody') return 401;
  return allows(caller, access) ? 'let in' : 403;
}

/** Calls the route with what its schemas accept; whatever it answers once it let the caller in, but a 500, is that. */
export async function admissionOf(
  route: Route,
  endpoint: Endpoint,
  caller: Access,
  params: Readonly<Record<string, string>>,
): Promise<Admission> {
  const gone = new AbortController();
  const reply = await ask(route, {
    method: endpoint.method,
    path: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    params,
    bearer: caller === 'nobody' ? undefined : testTokens[caller satisfies Role],
    body: endpoint.method === 'GET' ? undefined : bodyOf(endpoint),
    signal: gone.signal,
  });
  await reply.body?.cancel();
  gone.abort();
  const { status } = reply;
  return status === 401 || status === 403 || status === 500 ? status : 'let in';
}

/** Signing in is the one change whose body proves something; it must be let in by its own token. */
function bodyOf(endpoint: Endpoint): unknown {
  return endpoint.access === 'nobody' ? { token: testTokens.viewer } : {};
}
