/** The route module that Next serves for an endpoint of the table. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@/lib/contracts/endpoint';
import type { Route } from '../http/define-route';

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
