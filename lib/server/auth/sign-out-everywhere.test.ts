/** Ending every session of an actor, through the real routes of two replicas that share one control folder. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GET as readSession, POST as signIn } from '@/app/api/v1/session/route';
import { POST as signOut } from '@/app/api/v1/session/sign-out/route';
import { POST as everywhere } from '@/app/api/v1/session/sign-out-everywhere/route';
import { defineRoute } from '../http/define-route';
import { installRuntime, type Runtime } from '../runtime';
import { ask, cookieOf } from '../testing/ask';
import { installTestRuntime, type TestRuntime, testTokens } from '../testing/test-runtime';
import { notBeforeOf } from './not-before';
import { freshMs } from './not-before-rules';

const change = defineRoute(
  {
    method: 'POST',
    path: '/things',
    access: 'viewer',
    summary: '',
    body: z.strictObject({}),
    response: z.object({ done: z.literal(true) }),
  },
  () => ({ done: true as const }),
);

let folder: string;
let control: string;
let here: TestRuntime;
let there: TestRuntime;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vamplate-control-'));
  control = mkdtempSync(join(folder, 'control-'));
  there = installTestRuntime({ control: pathToFileURL(control).href });
  here = installTestRuntime({ control: pathToFileURL(control).href });
});
afterEach(() => {
  here.restore();
  there.restore();
  rmSync(folder, { recursive: true });
});

async function at<T>({ runtime }: { readonly runtime: Runtime }, act: () => Promise<T>): Promise<T> {
  const back = installRuntime(runtime);
  try {
    return await act();
  } finally {
    back();
  }
}

async function signedIn(token: string = testTokens.viewer): Promise<string> {
  return cookieOf(await ask(signIn, { body: { token } })) ?? '';
}

const reading = async (cookie: string) => (await ask(readSession, { cookie })).status;
const changing = async (cookie: string) => (await ask(change, { cookie, body: {} })).status;
const pass = (ms: number) => [here, there].forEach(({ clock }) => void clock.advance(ms));
const storeGone = () => renameSync(control, `${control}-gone`);
const storeBack = () => renameSync(`${control}-gone`, control);
const record = () => {
  const names = readdirSync(join(control, '_vamplate/not-before'));
  expect(names).toHaveLength(1);
  return join(control, '_vamplate/not-before', names[0] ?? '');
};

describe('signing out everywhere', () => {
  it('ends all sessions of this actor at once here, within seconds elsewhere, and nobody else', async () => {
    const one = await signedIn();
    const two = await at(there, () => signedIn());
    const other = await signedIn(testTokens.operator);
    expect(await at(there, () => reading(two))).toBe(200);
    const reply = await ask(everywhere, { cookie: one, body: {} });
    expect(await reply.json()).toEqual({ signedOut: true });
    expect(cookieOf(reply)).toBe('vamplate-4680=');
    expect([await reading(one), await reading(two)]).toEqual([401, 401]);
    pass(freshMs);
    expect(await at(there, () => reading(two))).toBe(401);
    expect([await reading(other), await changing(other)]).toEqual([200, 200]);
  });

  it('leaves whoever signs in afterwards signed in, also where the clock stands an hour behind', async () => {
    const before = await signedIn();
    there.clock.advance(3_600_000 / 2);
    await at(there, async () => ask(everywhere, { bearer: testTokens.viewer, body: {} }));
    const after = await signedIn();
    // The other replica's answer in hand is older than this session.
    expect(await at(there, () => reading(after))).toBe(200);
    pass(freshMs);
    expect([await reading(before), await reading(after)]).toEqual([401, 200]);
  });

  it('ends streams that are open', async () => {
    const cookie = await signedIn();
    const notBefore = notBeforeOf(here.runtime);
    expect(await reading(cookie)).toBe(200);
    expect(notBefore?.notEnded('test-viewer', 0)).toBe(true);
    await at(there, () => ask(everywhere, { bearer: testTokens.viewer, body: {} }));
    pass(freshMs);
    notBefore?.notEnded('test-viewer', 0);
    await expect.poll(() => notBefore?.notEnded('test-viewer', 0)).toBe(false);
  });

  it('counts every call of many at once', async () => {
    const calls = Array.from({ length: 8 }, (_, index) =>
      at(index % 2 === 0 ? here : there, () => ask(everywhere, { bearer: testTokens.viewer, body: {} })),
    );
    // Whoever lost a race waits a moment, by a clock that somebody must move.
    const moving = setInterval(() => pass(50), 5);
    const replies = await Promise.all(calls).finally(() => clearInterval(moving));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { value } = JSON.parse(readFileSync(record(), 'utf8')) as { value: unknown };
    expect(value).toMatchObject({ actor: 'test-viewer', generation: 8 });
  });

  it('is possible beside a lake of whatever kind', async () => {
    here.restore();
    here = installTestRuntime({
      control: pathToFileURL(control).href,
      lakes: [
        { id: 'test', uri: 'memory://test' },
        { id: 'prod', uri: 's3://acme/tables' },
      ],
    });
    const cookie = await signedIn();
    expect((await ask(everywhere, { cookie, body: {} })).status).toBe(200);
    expect(await reading(cookie)).toBe(401);
  });

  it('is told apart: without a control store nobody can, and the session says so', async () => {
    here.restore();
    here = installTestRuntime();
    const cookie = await signedIn();
    expect(await (await ask(readSession, { cookie })).json()).toMatchObject({ endsEverywhere: false });
    expect((await ask(everywhere, { cookie, body: {} })).status).toBe(501);
    expect(await reading(cookie)).toBe(200);
  });
});

describe('a control store that cannot be read', () => {
  it('lets a session that stood read on, change nothing, and sign out; nobody new comes in', async () => {
    const cookie = await signedIn();
    expect(await changing(cookie)).toBe(200);
    storeGone();
    pass(freshMs);
    expect([await reading(cookie), await changing(cookie)]).toEqual([200, 503]);
    expect((await ask(signIn, { body: { token: testTokens.viewer } })).status).toBe(503);
    expect((await ask(everywhere, { cookie, body: {} })).status).toBe(503);
    expect((await ask(change, { bearer: testTokens.viewer, body: {} })).status).toBe(200);
    expect((await ask(signOut, { cookie, body: {} })).status).toBe(200);
    storeBack();
    pass(freshMs);
    expect(await changing(await signedIn())).toBe(200);
  });

  it('lets nobody read by a session that this process never saw standing', async () => {
    const cookie = await signedIn();
    storeGone();
    expect(await at(there, () => reading(cookie))).toBe(503);
    storeBack();
    pass(freshMs);
    expect(await at(there, () => reading(cookie))).toBe(200);
  });

  it('holds a record that is none for no answer', async () => {
    const cookie = await signedIn();
    await ask(everywhere, { bearer: testTokens.viewer, body: {} });
    const after = await signedIn();
    writeFileSync(record(), '{}');
    pass(freshMs);
    expect([await reading(cookie), await reading(after), await changing(after)]).toEqual([401, 200, 503]);
  });

  it('believes no record that went back', async () => {
    const cookie = await signedIn();
    await ask(everywhere, { bearer: testTokens.viewer, body: {} });
    rmSync(record());
    pass(freshMs);
    expect(await reading(cookie)).toBe(401);
  });
});
