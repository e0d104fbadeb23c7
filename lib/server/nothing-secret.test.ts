/**
 * Secrets are planted in everything that this server is told: its environment, what people type, what the store and the
 * OpenID provider answer, what others wrote in the lake. Of a whole day's work every line, object and answer is searched.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as finishOidc } from '@/app/api/v1/session/oidc/callback/route';
import { GET as startOidc } from '@/app/api/v1/session/oidc/route';
import { GET as readSession, POST as signIn } from '@/app/api/v1/session/route';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { type Answer, answeringServer } from '@/lib/testing/answering-server';
import { type CleanupRoutes, cleanupRoutes, dataset } from '@/lib/testing/cleanup-routes';
import type { Asked } from '@/lib/testing/routes-over';
import { rootsOf } from './clusters';
import { ask, cookieOf } from './testing/ask';
import {
  answerOfProvider,
  clientSecret,
  type ProviderProcess,
  startProvider,
} from './testing/provider-process';
import { testReceiptKey, testTokens } from './testing/test-runtime';

/** Each planted secret has this word in it. */
const planted = /planted/i;
const accessKey = 'AKIAPLANTEDPLANTED77';
const typed = [
  'the disk is bad; token=planted-typed-token',
  's3://user:planted-uri-password@bucket/x',
  accessKey,
  'aws_secret_access_key=planted/aws+secret',
  'Authorization: Bearer planted-bearer-token',
].join(' ');

const credentials = {
  VAMPLATE_ADMIN_TOKEN: 'planted-admin-token-of-the-environment',
  VAMPLATE_SESSION_KEY: 'planted session key, 32 and more characters',
  VAMPLATE_OIDC_CLIENT_SECRET: clientSecret,
};

/** As S3 refuses a signature: it tells what it was sent, and what it made of it. */
const refusedSignature: Answer = (_request, response) => {
  response.writeHead(403, { 'Content-Type': 'application/xml', 'x-amz-request-id': 'r1' });
  response.end(
    `<Error><Code>SignatureDoesNotMatch</Code><Message>We do not take s3://user:planted-uri-password@bucket, token=planted-session-token</Message><AWSAccessKeyId>${accessKey}</AWSAccessKeyId><StringToSign>AWS4-HMAC-SHA256 planted-string-to-sign</StringToSign><SignatureProvided>plantedsignature</SignatureProvided><CanonicalRequest>GET / x-amz-security-token:planted-session-token</CanonicalRequest></Error>`,
  );
};

const rig = answeringServer();
let provider: ProviderProcess;
let server: CleanupRoutes;
/** Every answer to whoever asked. */
let answers: string[];
/** Cookies, codes and tokens that were handed out on the way. */
let handedOut: string[];

beforeAll(async () => {
  provider = await startProvider('http://127.0.0.1:4680');
}, 60_000);
afterAll(() => provider.stop());
beforeEach(async () => {
  [answers, handedOut] = [[], []];
  const roles = [{ claim: 'groups', value: 'lance-operators', role: 'operator' }];
  server = await cleanupRoutes({
    config: {
      lakes: [{ id: 'test', uri: 's3://test/lake', gc: 'retire' }],
      clusters: [{ id: 'brain', lake: 'test', root: 'og/brain' }],
      oidc: { issuer: provider.issuer, clientId: 'vamplate', scope: 'openid lance', roles, userInfo: true },
    },
    environment: credentials,
  });
});
afterEach(() => server.close());

async function told(name: EndpointName, asked: Asked = {}): Promise<{ status: number; text: string }> {
  const reply = await server.routes.reply(name, asked);
  const text = name === 'events' ? '' : await reply.text();
  if (name === 'events') await reply.body?.cancel();
  answers.push(`${name} ${reply.status} ${text}`);
  return { status: reply.status, text };
}

/** Everything that anybody could read: log, lake, answers; receipts as what they say. */
async function everything(): Promise<readonly string[]> {
  const { objects } = await server.stage.bare.list({ prefix: '_vamplate/' });
  const kept = await Promise.all(
    objects.map(async ({ key }) => {
      const found = await server.stage.bare.get(key, { maxBytes: 1 << 20 });
      return found.kind === 'found' ? `${key} ${new TextDecoder().decode(found.body)}` : key;
    }),
  );
  return [...server.routes.logged, ...kept, ...answers].map(openReceipts);
}

/** A signed receipt has the form of an ID token: it is told as its content. */
function openReceipts(text: string): string {
  return text.replace(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g, (token, payload: string) => {
    const content = Buffer.from(payload, 'base64url').toString();
    return content.includes('"planHash"') ? content : token;
  });
}

async function expectNothingSecret(): Promise<void> {
  const texts = await everything();
  for (const text of texts) {
    expect(text).not.toMatch(planted);
    expect(text).not.toMatch(/-token-for-tests-only|eyJ[\w-]+\.[\w-]+\./);
    for (const secret of [testReceiptKey.d, ...handedOut]) expect(text).not.toContain(secret);
  }
}

async function signInByToken(token: string): Promise<void> {
  const reply = await server.pass(ask(signIn, { body: { token } }));
  answers.push(await reply.text());
  const cookie = cookieOf(reply);
  if (cookie === null) return;
  handedOut.push(cookie.slice(cookie.indexOf('=') + 1));
  answers.push(await (await server.pass(ask(readSession, { cookie }))).text());
}

async function signInByProvider(change: (callback: URL) => void = () => undefined): Promise<void> {
  const begun = await ask(startOidc);
  const cookie = cookieOf(begun) ?? '';
  const callback = new URL(await answerOfProvider(begun.headers.get('location') ?? '', 'olga'));
  handedOut.push(cookie.slice(cookie.indexOf('=') + 1), callback.searchParams.get('code') ?? '-');
  change(callback);
  const reply = await server.pass(ask(finishOidc, { path: callback.pathname + callback.search, cookie }));
  expect(reply.status).toBe(303);
  const session = reply.headers.getSetCookie().find((one) => one.startsWith('vamplate-4680='));
  if (session !== undefined) handedOut.push(session.split(';')[0]?.slice('vamplate-4680='.length) ?? '-');
}

const policy = { retainVersions: 2, youngGuardMs: 0 };
const typedRun = () => ({ dataset: server.stage.root.key, reason: typed, rate: null });

/** What a viewer can read of all this. */
async function readAll(params: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    if (method !== 'GET' || path.includes('oidc')) continue;
    await told(name, { params: { ...dataset, root: 'brain', version: '2', ...params }, role: 'viewer' });
  }
}

describe('nothing secret is logged, kept or told', () => {
  it('of signing in, by token and through a provider, and of being refused', async () => {
    await signInByToken(testTokens.admin);
    await signInByToken(credentials.VAMPLATE_ADMIN_TOKEN);
    await signInByToken('planted-token-that-nobody-knows');
    await signInByProvider();
    await signInByProvider((callback) => callback.searchParams.set('state', 'planted'.repeat(7)));
    expect(handedOut.length).toBeGreaterThan(5);
    await told('lakes', { role: 'viewer' });
    await expectNothingSecret();
  });

  it('of a cleanup from probe to receipt, with a refused run and a refused body on the way', async () => {
    await told('probe', { params: { lake: 'test' } });
    await told('previewCleanup', { params: dataset, body: { policy } });
    const attestation = { ...policy, deleteUnverified: { attestation: typed } };
    expect((await told('planCleanup', { params: dataset, body: { policy: attestation } })).status).toBe(400);
    const sealed = await told('planCleanup', { params: dataset, body: { policy } });
    const { hash } = (JSON.parse(sealed.text) as { plan: { hash: string } }).plan;
    const refused = { ...typedRun(), dataset: 'token=planted-name' };
    expect((await told('runPlan', { params: { hash }, body: refused })).status).toBe(400);
    const begun = await told('runPlan', { params: { hash }, body: typedRun() });
    const { run } = (JSON.parse(begun.text) as { run: { run: string } }).run;
    await server.ended(run);
    await told('freezeLake', { params: { lake: 'test' }, body: { reason: typed } });
    expect((await told('planCleanup', { params: dataset, body: { policy } })).status).toBe(422);
    await readAll({ hash, run });
    expect(answers.join('\n')).toContain('[withheld]');
    await expectNothingSecret();
  });

  it('of a run whose store refuses to be read, whoever looks meanwhile', async () => {
    rig.answer = refusedSignature;
    const { hash } = await server.plan();
    let gone: 'no' | 'dataset' | 'everything' = 'no';
    let began = false;
    server.stage.beforeCalls(async ({ mutates, key }) => {
      if (began && mutates && key.endsWith('.sealed')) gone = 'dataset';
      if (gone === 'no' || mutates || (gone === 'dataset' && !key.startsWith('lake/'))) return;
      await rig.store.get(key.replace(/\/$/, '') || 'k', { maxBytes: 1_000 });
      throw new Error('the store that refuses everybody gave an answer');
    });
    began = true;
    const begun = await told('runPlan', { params: { hash }, body: typedRun() });
    const { run } = (JSON.parse(begun.text) as { run: { run: string } }).run;
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'failed' });
    expect(ended.failure).toMatch(/403 SignatureDoesNotMatch/);
    gone = 'everything';
    server.stage.time.now += 120_000;
    server.routes.clock.advance(120_000);
    await readAll({ hash, run });
    await told('createTag', { params: dataset, body: { name: 'v1', version: '5' } });
    [began, gone] = [false, 'no'];
    await readAll({ hash, run });
    expect(answers.join('\n')).toMatch(/403 SignatureDoesNotMatch/);
    await expectNothingSecret();
  });

  it('of a lock that is broken, and of what others wrote where nobody can read it', async () => {
    const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
    const record = { lockId, operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
    const said = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
    const unreadable = new TextEncoder().encode('{"password":"planted-in-the-lake"; x');
    await server.stage.bare.put(lockKey('og/brain'), encodeLockRecord(record));
    await told('locks');
    await server.pass(known());
    const reply = await told('forceUnlock', {
      params: { root: 'brain' },
      body: { lockId, reason: typed, ...said },
    });
    expect(reply.status).toBe(200);
    const others = ['runs/999999999999999-01M7MBR2QRT5N2C9V6X3R1D0EH.json', 'freeze', 'capabilities.json'];
    for (const key of others.map((name) => `_vamplate/${name}`)) await server.stage.bare.put(key, unreadable);
    await server.stage.bare.put(lockKey('og/brain'), unreadable);
    await server.stage.put('_refs/tags/bad.json', unreadable);
    server.routes.clock.advance(60_000);
    await readAll({});
    for (const key of others.map((name) => `_vamplate/${name}`)) await server.stage.bare.delete(key);
    await expectNothingSecret();
  });
});

async function known(): Promise<void> {
  for (let looks = 0; looks < 100_000; looks += 1) {
    const state = rootsOf(server.routes.runtime)[0]?.latest()?.state;
    if (state !== undefined && state !== 'held-observing') return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('the lock was never known');
}
