/** The role matrix: every endpoint as nobody, viewer, operator and admin, each with a request that succeeds for whoever may. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import type { CleanupRoutes } from '@/lib/testing/cleanup-routes';
import { openScene, scenes } from '@/lib/testing/endpoint-scenes';
import { openApiDocument } from '../http/open-api';
import { callers, expectedStatus, statusFor } from './role-matrix';
import { importRoute, routeFileOf } from './route-modules';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
let control: string;
let server: CleanupRoutes | null = null;

beforeAll(() => {
  control = mkdtempSync(join(tmpdir(), 'vamplate-matrix-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => rmSync(control, { recursive: true }));

describe.each(table)('%s', (name, endpoint) => {
  it.each(callers)('as %s', async (caller) => {
    server = await openScene(pathToFileURL(control).href);
    const asked = await scenes[name](server, caller);
    const route = await importRoute(root, endpoint);
    const asking = statusFor(route, endpoint, caller, asked);
    // Public forms are answered from memory; time that passed meanwhile would close what nobody could confirm in it.
    const status = endpoint.path.startsWith('/api/') ? await server.pass(asking) : await asking;
    expect(status, server.routes.logged.at(-1)).toBe(expectedStatus(endpoint, caller));
  });

  it('says in the OpenAPI document what it answers, and its refusals', () => {
    const { paths } = openApiDocument('http://127.0.0.1:4680') as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const responses = paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses ?? {};
    const good = Object.keys(responses).filter((status) => Number(status) < 400);
    expect(good).toEqual([String(expectedStatus(endpoint, 'admin'))]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '421', '503']));
  });
});

it('finds the file of a path with places in it', () => {
  expect(routeFileOf('/api/v1/lakes/{lake}/probe')).toBe('app/api/v1/lakes/[lake]/probe/route.ts');
});
