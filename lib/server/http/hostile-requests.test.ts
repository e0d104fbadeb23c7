/** What a stranger's page or a crafted address may try, on every endpoint of the table: nothing is done, nothing is asked of the store outside of the lake's own keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import type { CleanupRoutes } from '@/lib/testing/cleanup-routes';
import { openScene, scenes } from '@/lib/testing/endpoint-scenes';
import { type Ask, ask } from '../testing/ask';
import { importRoute } from '../testing/route-modules';
import { testTokens } from '../testing/test-runtime';
import { maxBodyBytes } from './request-input';

const root = new URL('../../..', import.meta.url).pathname;
const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
const changes = table.filter(([, { method }]) => method !== 'GET');
const placed = table.filter(([, { params }]) => params !== undefined);
let server: CleanupRoutes;

beforeAll(async () => {
  server = await openScene('file:///nonexistent');
});
afterAll(() => server.close());

const contents = async () =>
  (await server.stage.bare.list({ prefix: '' })).objects.map(({ key, etag }) => `${key} ${etag}`);

async function send(endpoint: Endpoint, given: Ask): Promise<Response> {
  const { method } = endpoint;
  const body = method === 'GET' ? undefined : {};
  const route = await importRoute(root, endpoint);
  return server.pass(ask(route, { method, bearer: testTokens.admin, body, ...given }));
}

describe.each(changes)('%s', (name, endpoint) => {
  it.each([
    ['without an origin', { origin: null }, 403],
    ['from another origin', { origin: 'https://evil.example' }, 403],
    ['from an opaque origin', { origin: 'null' }, 403],
    ['from another port', { origin: 'http://127.0.0.1:4681' }, 403],
    ['from a longer name', { origin: 'http://127.0.0.1:4680.evil.example' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as plain text', { 'content-type': 'text/plain;charset=UTF-8' }, 415],
    ['to a host that is not ours', { host: 'rebound.example:4680' }, 421],
  ])('%s is not done', async (_, headers, status) => {
    const before = await contents();
    expect((await send(endpoint, { headers, params: { lake: 'test' } })).status).toBe(status);
    expect(await contents()).toEqual(before);
  });

  it('is judged by its first 64 KiB, where nothing else is said', async () => {
    if (endpoint.maxBodyBytes !== undefined) return expect(name).toBe('verifyReceipt');
    const params = paramsOf(endpoint);
    const full = JSON.stringify({ x: '' });
    const atLimit = full.replace('""', `"${'x'.repeat(maxBodyBytes - full.length)}"`);
    expect((await send(endpoint, { params, body: atLimit })).status).not.toBe(413);
    expect((await send(endpoint, { params, body: `${atLimit} ` })).status).toBe(413);
  });
});

const hostile = [
  '..',
  '.',
  '../../etc/passwd',
  'a/../../b',
  '..~..~etc',
  '~~',
  '%2e%2e%2f',
  'a\u0000b',
  'a\nb',
  '__proto__',
  '\ud800',
  'x'.repeat(5_000),
];

describe.each(placed)('the address of %s', (name, endpoint) => {
  it('leads nowhere else, whatever stands in it', async () => {
    const scene = await scenes[name](server, 'nobody').catch(() => ({}));
    const { params = {}, body = {} } = scene as { params?: Record<string, string>; body?: object };
    server.stage.calls.length = 0;
    for (const place of Object.keys(paramsOf(endpoint))) {
      for (const value of hostile) {
        const reply = await send(endpoint, {
          params: { ...paramsOf(endpoint), ...params, [place]: value },
          ...(endpoint.method === 'GET' ? {} : { body }),
        });
        const told = `${place}=${JSON.stringify(value).slice(0, 40)} ${server.routes.logged.at(-1)}`;
        expect(reply.status, told).toBeGreaterThanOrEqual(400);
        expect(reply.status, told).not.toBe(500);
        await reply.body?.cancel();
      }
    }
    const outside = server.stage.calls.filter((call) => /(^|[ /])[.]{1,2}(\/|$)/.test(call));
    expect(outside).toEqual([]);
  });
});

/** One value for each place. */
function paramsOf({ path }: Endpoint): Record<string, string> {
  const values: Readonly<Record<string, string>> = {
    ...{ lake: 'test', id: 'lake~events', version: '2', root: 'brain' },
    ...{ hash: 'a'.repeat(64), run: '01M7MBR2QRT5N2C9V6X3R1D0EH' },
    ...{ link: '01M7MBR2QRT5N2C9V6X3R1D0EH', incident: '01M7MBR2QRT5N2C9V6X3R1D0EH' },
  };
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => [place, values[place] ?? 'a'.repeat(32)]),
  );
}
