/** Signing in, staying signed in and the ends of a session, through the real routes and on a clock that is moved. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GET as readSession, POST as signIn } from '@/app/api/v1/session/route';
import { POST as signOut } from '@/app/api/v1/session/sign-out/route';
import { callerOfRequest } from '../context';
import { type Ask, ask, cookieOf, requestOf } from '../testing/ask';
import { installTestRuntime, type TestRuntime, testLink, testTokens } from '../testing/test-runtime';
import { sealSession } from './session-cookie';

const minute = 60_000;
const hour = 60 * minute;
let test: TestRuntime;

beforeEach(() => {
  test = installTestRuntime();
});
afterEach(() => test.restore());

async function signedIn(token: string = testTokens.viewer): Promise<string> {
  const reply = await ask(signIn, { body: { token } });
  expect(reply.status).toBe(200);
  return cookieOf(reply) ?? '';
}

async function statusOf(cookie: string, given: Ask = {}): Promise<number> {
  return (await ask(readSession, { cookie, ...given })).status;
}

describe('signing in', () => {
  it('answers who one is and sets a cookie that scripts and other sites never get', async () => {
    const reply = await ask(signIn, { body: { token: testTokens.operator } });
    const { caller } = (await reply.json()) as { caller: Record<string, string> };
    expect(caller).toEqual({
      actor: 'test-operator',
      role: 'operator',
      signedInAt: '2030-01-01T00:00:00.000Z',
      expiresAt: '2030-01-01T01:00:00.000Z',
    });
    const [cookie] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^vamplate-4680=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    expect(cookie).not.toContain('operator');
  });

  it('sends the cookie over https only, where the base URL is not loopback', async () => {
    test.restore();
    test = installTestRuntime({ baseUrl: 'https://console.example' });
    const headers = { host: 'console.example', origin: 'https://console.example' };
    const reply = await ask(signIn, { body: { token: testTokens.viewer }, headers });
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-vamplate-443=.*; Secure$/);
  });

  it('takes a sign-in link once', async () => {
    const cookie = await signedIn(testLink);
    const again = await ask(signIn, { body: { token: testLink } });
    expect(again.status).toBe(401);
    expect(await again.text()).toContain('used already');
    const who = await ask(readSession, { cookie });
    expect(await who.json()).toMatchObject({ caller: { actor: 'up', role: 'admin' } });
  });

  it('takes a sign-in link before its end only', async () => {
    test.clock.advance(15 * minute);
    const late = await ask(signIn, { body: { token: testLink } });
    expect(late.status).toBe(401);
    expect(await late.text()).toContain('expired');
  });

  it('never refuses or slows a right token because others failed', async () => {
    for (let index = 0; index < 50; index += 1) void ask(signIn, { body: { token: `wrong ${index}` } });
    await new Promise(setImmediate);
    expect(test.clock.waits.length).toBeGreaterThan(40);
    expect(await signedIn()).toContain('vamplate-4680=');
    expect((await callerOfRequest(requestOf({ bearer: testTokens.admin }))).role).toBe('admin');
  });

  it('slows wrong bearer tokens as well, and logs no token', async () => {
    for (let index = 0; index < 2; index += 1) expect(await statusOf('', { bearer: 'guess-one' })).toBe(401);
    const slowed = statusOf('', { bearer: 'guess-two' });
    await new Promise(setImmediate);
    expect(test.clock.waits).toEqual([250]);
    test.clock.advance(250);
    expect(await slowed).toBe(401);
    await signedIn();
    expect(test.logged.join()).not.toMatch(/guess|for-tests-only/);
  });

  it('lets a wrong bearer token decide over a right cookie', async () => {
    expect(await statusOf(await signedIn(), { bearer: 'wrong' })).toBe(401);
  });
});

describe('the ends of a session', () => {
  it('ends idle after an hour, to the millisecond', async () => {
    const cookie = await signedIn();
    test.clock.advance(hour - 1);
    expect(await statusOf(cookie, { headers: { 'x-vamplate-poll': '1' } })).toBe(200);
    test.clock.advance(1);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('lives on by activity, and ends after twelve hours all the same', async () => {
    const cookie = await signedIn();
    for (let passed = 0; passed < 12 * hour - 30 * minute; passed += 30 * minute) {
      test.clock.advance(30 * minute);
      expect(await statusOf(cookie)).toBe(200);
    }
    test.clock.advance(30 * minute - 1);
    expect(await statusOf(cookie)).toBe(200);
    test.clock.advance(1);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('is not extended by polling', async () => {
    const cookie = await signedIn();
    for (let index = 0; index < 4; index += 1) {
      test.clock.advance(14 * minute);
      expect(await statusOf(cookie, { headers: { 'x-vamplate-poll': '1' } })).toBe(200);
    }
    test.clock.advance(4 * minute);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('carries activity in a new cookie, at most one a minute, to a process that saw nothing of it', async () => {
    const first = await signedIn();
    test.clock.advance(minute - 1);
    expect(cookieOf(await ask(readSession, { cookie: first }))).toBeNull();
    test.clock.advance(29 * minute);
    const second = cookieOf(await ask(readSession, { cookie: first })) ?? '';
    const polled = await ask(readSession, { cookie: first, headers: { 'x-vamplate-poll': '1' } });
    expect(cookieOf(polled)).toBeNull();
    test.clock.advance(45 * minute);
    const now = test.clock;
    test.restore();
    test = installTestRuntime();
    test.clock.advance(now.wall() - test.clock.wall());
    expect(await statusOf(first)).toBe(401);
    expect(await statusOf(second)).toBe(200);
  });

  it('ends by signing out, also for copies of the cookie', async () => {
    const cookie = await signedIn();
    const reply = await ask(signOut, { cookie, body: {} });
    expect(await reply.json()).toEqual({ signedOut: true });
    expect(reply.headers.getSetCookie()).toEqual([
      'vamplate-4680=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect(await statusOf(cookie)).toBe(401);
    expect(await statusOf(await signedIn())).toBe(200);
  });

  it('ends with its token, and has the role its token has today', async () => {
    const cookie = await signedIn();
    const { principals } = test.runtime;
    const viewer = principals.find(({ id }) => id === 'test-viewer');
    test.restore();
    test = installTestRuntime({ tokens: [{ ...viewer, role: 'operator' }] });
    expect(await (await ask(readSession, { cookie })).json()).toMatchObject({ caller: { role: 'operator' } });
    test.restore();
    test = installTestRuntime({ tokens: [{ ...viewer, sha256: 'ab'.repeat(32) }] });
    expect(await statusOf(cookie)).toBe(401);
    test.restore();
    test = installTestRuntime({ tokens: [] });
    expect(await statusOf(cookie)).toBe(401);
  });

  it('is believed only as this server sealed it', async () => {
    const cookie = await signedIn();
    const forged = {
      id: 'x',
      actor: 'up',
      proof: 'link',
      role: null,
      generation: 0,
      signedInAt: test.clock.wall(),
      seenAt: test.clock.wall(),
    };
    const foreign = await sealSession(forged, new Uint8Array(32));
    for (const wrong of [
      `vamplate-4680=${foreign}`,
      `${cookie.slice(0, -4)}AAAA`,
      cookie.replace('4680', '4681'),
      'vamplate-4680=',
    ]) {
      expect(await statusOf(wrong)).toBe(401);
    }
    expect(await statusOf(`other=1; ${cookie}; last=2`)).toBe(200);
  });
});
