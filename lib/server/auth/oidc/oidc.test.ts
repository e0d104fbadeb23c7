/** Signing in through a real OpenID provider in a process of its own, through the real routes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as finish } from '@/app/api/v1/session/oidc/callback/route';
import { GET as start } from '@/app/api/v1/session/oidc/route';
import { GET as readSession } from '@/app/api/v1/session/route';
import { type Ask, ask, cookieOf } from '../../testing/ask';
import {
  answerOfProvider,
  clientSecret,
  type ProviderProcess,
  startProvider,
} from '../../testing/provider-process';
import { installTestRuntime, type TestRuntime, testTokens } from '../../testing/test-runtime';

const minute = 60_000;
let provider: ProviderProcess;
let test: TestRuntime;

beforeAll(async () => {
  provider = await startProvider('http://127.0.0.1:4680');
}, 60_000);
afterAll(() => provider.stop());
beforeEach(() => install());
afterEach(() => test.restore());

const roles = [
  { claim: 'groups', value: 'lance-operators', role: 'operator' },
  { claim: 'groups', value: 'lance-viewers', role: 'viewer' },
];

function install(oidc: Record<string, unknown> = {}, secret = clientSecret): void {
  test?.restore();
  test = installTestRuntime(
    {
      oidc: {
        issuer: provider.issuer,
        clientId: 'vamplate',
        scope: 'openid lance',
        userInfo: true,
        roles,
        ...oidc,
      },
    },
    { VAMPLATE_OIDC_CLIENT_SECRET: secret },
  );
}

interface Begun {
  readonly cookie: string;
  readonly authorize: string;
}

async function begin(query = ''): Promise<Begun> {
  const reply = await ask(start, { path: `/api/v1/session/oidc${query}` });
  expect(reply.status).toBe(303);
  return { cookie: cookieOf(reply) ?? '', authorize: reply.headers.get('location') ?? '' };
}

/** @param callback the address that the provider leads back to */
function comeBack(callback: string, given: Ask): Promise<Response> {
  return ask(finish, { path: callback.replace('http://127.0.0.1:4680', ''), ...given });
}

async function signInAs(login: string, query = ''): Promise<Response> {
  const { cookie, authorize } = await begin(query);
  return comeBack(await answerOfProvider(authorize, login), { cookie });
}

function sessionOf(reply: Response): string {
  const set = reply.headers.getSetCookie().find((one) => one.startsWith('vamplate-4680='));
  return set?.split(';')[0] ?? '';
}

function problemOf(reply: Response): string | null {
  expect(reply.status).toBe(303);
  expect(sessionOf(reply)).toBe('');
  const address = new URL(reply.headers.get('location') ?? '');
  expect(address.origin + address.pathname).toBe('http://127.0.0.1:4680/sign-in');
  return address.searchParams.get('problem');
}

const statusOf = async (cookie: string) => (await ask(readSession, { cookie })).status;

describe('on the way to the provider', () => {
  it('asks for a code with PKCE, state and nonce, and tells the browser nothing it could change', async () => {
    const { cookie, authorize } = await begin();
    const url = new URL(authorize);
    expect(url.origin).toBe(provider.issuer);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: 'vamplate',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:4680/api/v1/session/oidc/callback',
      response_type: 'code',
      scope: 'openid lance',
    });
    for (const secret of [state, nonce, challenge]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(cookie).not.toContain(secret);
    }
    expect((await begin()).authorize).not.toContain(state);
  });

  it('sends its cookie where the way back from another site carries it, and no script reads it', async () => {
    const reply = await ask(start);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vamplate-4680-oidc=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
  });

  it('asks for another account where that is wanted', async () => {
    expect(new URL((await begin('?account=other')).authorize).searchParams.get('prompt')).toBe('login');
  });

  it('is not there where no provider is configured', async () => {
    test.restore();
    test = installTestRuntime();
    expect((await ask(start)).status).toBe(404);
    expect((await ask(finish)).status).toBe(404);
  });
});

describe('back from the provider', () => {
  it('signs in with the mapped role and opens the page asked for', async () => {
    const reply = await signInAs('olga', '?next=%2Fdatasets%3Fq%3D1');
    expect(reply.headers.get('location')).toBe('http://127.0.0.1:4680/datasets?q=1');
    const who = await ask(readSession, { cookie: sessionOf(reply) });
    expect(await who.json()).toMatchObject({ caller: { actor: 'oidc:olga', role: 'operator' } });
    expect(reply.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^vamplate-4680-oidc=;.*Max-Age=0$/),
    );
  });

  it('gives somebody whom nothing is mapped to no role and no session', async () => {
    expect(problemOf(await signInAs('nobody'))).toBe('no_role');
  });

  it('is never led away', async () => {
    const reply = await signInAs('vera', `?next=${encodeURIComponent('//evil.example/x')}`);
    expect(reply.headers.get('location')).toBe('http://127.0.0.1:4680/');
  });

  it('forgets a page whose address is too long to carry, and signs in all the same', async () => {
    const reply = await signInAs('vera', `?next=%2Fdatasets%3Fq%3D${'x'.repeat(2_000)}`);
    expect(reply.headers.get('location')).toBe('http://127.0.0.1:4680/');
    expect(sessionOf(reply)).not.toBe('');
  });

  it('takes no answer without the cookie that went along, nor one that is too old or of another start', async () => {
    const { cookie, authorize } = await begin();
    const callback = await answerOfProvider(authorize, 'olga');
    expect(problemOf(await comeBack(callback, {}))).toBe('stale');
    const other = await begin();
    expect(problemOf(await comeBack(callback, { cookie: other.cookie }))).toBe('not_accepted');
    test.clock.advance(10 * minute);
    expect(problemOf(await comeBack(callback, { cookie }))).toBe('stale');
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'not_accepted'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'not_accepted'],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43)), 'not_accepted'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'not_accepted'],
    ['a second code', (url: URL) => url.searchParams.append('code', 'y'.repeat(43)), 'not_accepted'],
  ])('takes no answer with %s', async (_, change, problem) => {
    const { cookie, authorize } = await begin();
    const callback = new URL(await answerOfProvider(authorize, 'olga'));
    change(callback);
    expect(problemOf(await comeBack(callback.href, { cookie }))).toBe(problem);
  });

  it('takes a code once', async () => {
    const { cookie, authorize } = await begin();
    const callback = await answerOfProvider(authorize, 'olga');
    expect(sessionOf(await comeBack(callback, { cookie }))).not.toBe('');
    expect(problemOf(await comeBack(callback, { cookie }))).toBe('not_accepted');
  });

  it('says that somebody turned back at the provider', async () => {
    const { cookie, authorize } = await begin();
    const state = new URL(authorize).searchParams.get('state');
    const iss = encodeURIComponent(provider.issuer);
    const refusal = `/api/v1/session/oidc/callback?error=access_denied&state=${state}&iss=${iss}`;
    expect(problemOf(await ask(finish, { path: refusal, cookie }))).toBe('denied');
  });

  it('never logs a secret, a code or a claim', async () => {
    install({}, 'another-planted-secret');
    const { cookie, authorize } = await begin();
    const callback = await answerOfProvider(authorize, 'olga');
    expect(problemOf(await comeBack(callback, { cookie }))).toBe('not_accepted');
    const logged = test.logged.join('\n');
    expect(logged).toContain('OAUTH_WWW_AUTHENTICATE_CHALLENGE');
    const code = new URL(callback).searchParams.get('code') ?? '';
    for (const secret of ['planted', code, cookie]) expect(logged).not.toContain(secret);
  });
});

describe('a provider that cannot be used', () => {
  it('is unreachable', async () => {
    install({ issuer: 'http://localhost:9' });
    expect(problemOf(await ask(start))).toBe('unreachable');
  });

  it('is another than the configured issuer', async () => {
    install({ issuer: provider.issuer.replace('localhost', '127.0.0.1') });
    expect(problemOf(await ask(start))).toBe('not_accepted');
  });
});

describe('a session through the provider', () => {
  it('ends after its stated life, also when it is used all the time', async () => {
    install({ lifeMs: 10 * minute });
    const cookie = sessionOf(await signInAs('olga'));
    test.clock.advance(10 * minute - 1);
    expect(await statusOf(cookie)).toBe(200);
    test.clock.advance(1);
    expect(await statusOf(cookie)).toBe(401);
  });

  it.each([
    ['a mapping is changed', { roles: [{ claim: 'groups', value: 'lance-operators', role: 'admin' }] }],
    ['a mapping is added', { roles: [...roles, { claim: 'groups', value: 'everybody', role: 'viewer' }] }],
    ['the claim that names the actor is another', { actorClaim: 'preferred_username' }],
  ])('ends when %s', async (_, change) => {
    const cookie = sessionOf(await signInAs('olga'));
    install();
    expect(await statusOf(cookie)).toBe(200);
    install(change);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends when no provider is configured any more', async () => {
    const cookie = sessionOf(await signInAs('olga'));
    test.restore();
    test = installTestRuntime();
    expect(await statusOf(cookie)).toBe(401);
    expect((await ask(readSession, { bearer: testTokens.viewer })).status).toBe(200);
  });
});
