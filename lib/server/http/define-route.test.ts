/** Each refusal of a route, over real requests: what is missing or wrong is answered in the house's words and status. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorKinds, VamplateError } from '@/lib/base/errors';
import { errorBody } from '@/lib/contracts/meta';
import { type Ask, ask } from '../testing/ask';
import { installTestRuntime, type TestRuntime, testTokens } from '../testing/test-runtime';
import { defineRoute } from './define-route';
import { errorReply, statusOfKind } from './error-reply';

const change = {
  method: 'POST',
  path: '/api/v1/things/{thing}',
  access: 'operator',
  summary: 'Changes a thing.',
  params: z.object({ thing: z.string().min(2) }),
  query: z.object({ limit: z.coerce.number().int().optional() }),
  body: z.strictObject({ name: z.string() }),
  response: z.object({ name: z.string() }),
} as const;
const open = {
  method: 'GET',
  path: '/open',
  access: 'nobody',
  summary: '',
  response: z.object({ ok: z.literal(true) }),
} as const;

let test: TestRuntime;
let calls: unknown[];
beforeEach(() => {
  test = installTestRuntime();
  calls = [];
});
afterEach(() => test.restore());

const POST = defineRoute(change, (context, input) => {
  calls.push({ actor: context.caller.actor, ...input });
  return { name: input.body.name };
});
const right: Ask = {
  bearer: testTokens.operator,
  body: { name: 'a' },
  params: { thing: 'one' },
  path: '/x?limit=3',
};

async function refusalOf(reply: Response) {
  const { error } = errorBody.parse(await reply.json());
  expect(reply.headers.get('x-request-id')).toBe(error.requestId);
  return { status: reply.status, code: error.code, message: error.message, details: error.details };
}

describe('a change that is let through', () => {
  it('reaches the operation parsed, and its reply leaves with the headers of the house', async () => {
    const reply = await ask(POST, right);
    expect(await reply.json()).toEqual({ name: 'a' });
    expect(calls).toEqual([
      { actor: 'test-operator', params: { thing: 'one' }, query: { limit: 3 }, body: { name: 'a' } },
    ]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9A-Z]{26}$/),
      'x-vamplate-runtime': test.runtime.id,
    });
  });

  it.each([
    ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['an upper-case host', { host: '127.0.0.1:4680'.toUpperCase() }],
    ['forwarded headers of a stranger', { 'x-forwarded-host': 'evil.example' }],
  ])('%s', async (_, headers) => expect((await ask(POST, { ...right, headers })).status).toBe(200));

  it('drops from a reply what its contract does not name', async () => {
    const GET = defineRoute(open, () => ({ ok: true as const, secret: 'x' }));
    const reply = await ask(GET);
    expect(await reply.text()).toBe('{"ok":true}');
    expect(reply.headers.has('x-vamplate-runtime')).toBe(false);
  });
});

describe('a change that is refused', () => {
  it.each<[string, Ask, number, string, string]>([
    ['no origin', { headers: { origin: null } }, 403, 'forbidden', 'own origin'],
    ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 403, 'forbidden', 'own origin'],
    ['the origin null', { headers: { origin: 'null' } }, 403, 'forbidden', 'own origin'],
    [
      'another port of this host',
      { headers: { origin: 'http://127.0.0.1:4681' } },
      403,
      'forbidden',
      'own origin',
    ],
    ['a foreign host', { headers: { host: 'evil.example:4680' } }, 421, 'invalid_input', 'that host'],
    [
      'the right host without its port',
      { headers: { host: '127.0.0.1' } },
      421,
      'invalid_input',
      'that host',
    ],
    ['no host', { headers: { host: null } }, 421, 'invalid_input', 'that host'],
    ['no content type', { headers: { 'content-type': null } }, 415, 'invalid_input', 'application/json'],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415, 'invalid_input', 'application/json'],
    ['a body that is too large', { body: { name: 'x'.repeat(65_537) } }, 413, 'invalid_input', '65536 bytes'],
    ['no JSON', { body: '{"name":' }, 400, 'invalid_input', 'not JSON'],
    ['an empty body', { body: undefined, method: 'POST' }, 400, 'invalid_input', 'not JSON'],
    ['an unknown key', { body: { name: 'a', admin: true } }, 400, 'invalid_input', 'body: '],
    ['wrong params', { params: { thing: 'x' } }, 400, 'invalid_input', 'params.thing: '],
    ['a repeated query', { path: '/x?limit=1&limit=2' }, 400, 'invalid_input', 'query.limit: '],
    ['nobody', { bearer: undefined }, 401, 'unauthenticated', 'Sign in'],
    ['an unknown token', { bearer: 'wrong' }, 401, 'unauthenticated', 'not known'],
    ['too low a role', { bearer: testTokens.viewer }, 403, 'forbidden', 'role operator'],
  ])('%s', async (_, wrong, status, code, message) => {
    const refusal = await refusalOf(await ask(POST, { ...right, ...wrong }));
    expect(refusal).toMatchObject({ status, code, message: expect.stringContaining(message) });
    expect(calls).toEqual([]);
  });

  it('counts the bytes that come, whatever length was announced', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(new Uint8Array(32_768));
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half' };
    const request = new Request('http://127.0.0.1:4680/', {
      ...init,
      headers: {
        host: '127.0.0.1:4680',
        origin: 'http://127.0.0.1:4680',
        'content-type': 'application/json',
        authorization: `Bearer ${testTokens.operator}`,
      },
    });
    const reply = await POST(request, { params: Promise.resolve({ thing: 'one' }) });
    expect(reply.status).toBe(413);
    expect(sent).toBeLessThan(8);
  });

  it('finds its own words for whom it trusts behind a proxy', async () => {
    test.restore();
    test = installTestRuntime({ trustedProxy: true, baseUrl: 'https://console.example' });
    const headers = { host: 'inner:1', origin: 'https://console.example' };
    const through = (forwarded: string) =>
      ask(POST, { ...right, headers: { ...headers, 'x-forwarded-host': forwarded } });
    expect((await through('console.example')).status).toBe(200);
    expect((await through('evil.example, console.example')).status).toBe(200);
    expect((await through('console.example, evil.example')).status).toBe(421);
  });
});

describe('a change by another method than POST', () => {
  it.each(['PUT', 'PATCH', 'DELETE'] as const)(
    '%s has a body and proves where it comes from',
    async (method) => {
      const route = defineRoute({ ...change, method }, (_, { body }) => ({ name: body.name }));
      const asked = { ...right, method };
      expect(await (await ask(route, asked)).json()).toEqual({ name: 'a' });
      expect((await ask(route, { ...asked, headers: { origin: null } })).status).toBe(403);
      expect((await ask(route, { ...asked, headers: { origin: 'https://evil.example' } })).status).toBe(403);
      expect((await ask(route, { ...asked, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
      expect((await ask(route, { ...asked, body: undefined })).status).toBe(400);
      expect((await ask(route, { ...asked, bearer: testTokens.viewer })).status).toBe(403);
    },
  );
});

describe('what an operation throws or answers wrongly', () => {
  it.each(errorKinds)('%s', async (kind) => {
    const GET = defineRoute(open, () => {
      throw new VamplateError(kind, 'the words', { holder: 'tag v1', version: 18446744073709551615n });
    });
    const refusal = await refusalOf(await ask(GET));
    expect(refusal).toEqual(
      kind === 'internal'
        ? { status: 500, code: kind, message: expect.stringContaining('request id'), details: {} }
        : {
            status: statusOfKind[kind],
            code: kind,
            message: 'the words',
            details: { holder: 'tag v1', version: '18446744073709551615' },
          },
    );
  });

  it('has the statuses of the house, one for every kind', () => {
    expect(statusOfKind).toEqual({
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
    });
    expect(Object.keys(statusOfKind).sort()).toEqual([...errorKinds].sort());
  });

  it('understands an error of another copy of the module', () => {
    const other = Object.assign(new Error('gone'), { name: 'VamplateError', kind: 'not_found', details: {} });
    expect(errorReply(other, 'r').reply.status).toBe(404);
  });

  it.each([
    [
      'an error of anything else',
      () => {
        throw new TypeError('password=hunter2 at /srv/secret.ts:1');
      },
    ],
    ['a reply that breaks its contract', () => ({ ok: 'hunter2' }) as unknown as { ok: true }],
    ['no reply', () => undefined as unknown as { ok: true }],
  ])('hides %s, and logs it under the request id', async (_, operation) => {
    const reply = await ask(defineRoute(open, operation));
    const text = await reply.clone().text();
    expect(await refusalOf(reply)).toMatchObject({ status: 500, code: 'internal', details: {} });
    expect(text).not.toMatch(/hunter2|secret|TypeError/);
    const line = test.logged.find((one) => one.includes('internal error')) ?? '';
    expect(line).toContain(reply.headers.get('x-request-id'));
  });
});
