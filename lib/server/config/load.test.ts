/** A wrong value stops the start with its path and what was expected; no value found is ever repeated. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isVamplateError } from '@/lib/base/errors';
import { loadConfig } from './load';

const key = 'k'.repeat(32);
const token = { id: 'grafana', role: 'viewer', sha256: 'ab'.repeat(32) };
const lake = { id: 'prod', uri: 's3://bucket/tables' };
const receiptKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vamplate-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function load(file: unknown, env: Record<string, string> = {}) {
  if (file !== undefined) {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    writeFileSync(join(folder, 'vamplate.config.json'), text);
  }
  return loadConfig({ env: { VAMPLATE_SESSION_KEY: key, ...env }, folder });
}

function problemsOf(file: unknown, env: Record<string, string> = {}): readonly string[] {
  try {
    load(file, env);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    expect(error.kind).toBe('invalid_input');
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe('serving replicas', () => {
  const lakes = [{ id: 'prod', uri: 's3://bucket/prod' }];

  it('are read below a prefix of a lake, at addresses, or both', () => {
    const serving = [
      { env: 'prod', lake: 'prod', state: 'state' },
      { env: 'edge', lake: 'prod', urls: ['https://eu-1.example/serving/v1/status'] },
    ];
    expect(load({ lakes, serving }).config.serving).toMatchObject(serving);
  });

  it('are refused where no lake, no place or no plain address is named', () => {
    const problems = problemsOf({
      lakes,
      serving: [
        { env: 'prod', lake: 'other', state: '/state' },
        { env: 'prod', lake: 'prod' },
        { env: 'edge', lake: 'prod', urls: ['file:///etc/passwd', 'https://me:secret@host/'] },
      ],
    });
    expect(problems).toEqual([
      'serving[0].state: expected the path of a folder below the lake, without slashes around it',
      'serving[1].state: expected a state folder, urls, or both',
      'serving[2].urls[0]: expected an http or https URL',
      'serving[2].urls[1]: expected a URL without user name, password and fragment',
      'serving[1].env: expected no env twice',
      'serving[0].lake: expected the id of a configured lake',
    ]);
  });
});

describe('what is in force', () => {
  it('has defaults for all but the session key', () => {
    expect(load(undefined).config).toEqual({
      lakes: [],
      clusters: [],
      serving: [],
      runLeaseSeconds: 60,
      canaryRequestsPerHour: 2_000,
      secondApprover: [],
      receiptKeys: [],
      tokens: [],
      bind: { host: '127.0.0.1', port: 4680 },
      baseUrl: 'http://127.0.0.1:4680',
      trustedProxy: false,
      watchIntervalMs: 15_000,
      session: { absoluteMs: 43_200_000, idleMs: 3_600_000 },
    });
  });

  it('lets the environment win over the file', () => {
    const { config } = load(
      { bind: { host: '::1', port: 1000 }, lakes: [lake] },
      {
        VAMPLATE_PORT: '4700',
        VAMPLATE_LAKES: '[{"id":"demo","uri":"file:///var/demo lake"}]',
        VAMPLATE_TRUSTED_PROXY: 'true',
      },
    );
    expect(config.bind).toEqual({ host: '::1', port: 4700 });
    expect(config.baseUrl).toBe('http://[::1]:4700');
    expect(config.lakes).toEqual([{ id: 'demo', uri: 'file:///var/demo lake', gc: 'none' }]);
    expect(config.trustedProxy).toBe(true);
  });

  it('has cluster roots that others write, unless it says otherwise', () => {
    const brain = { id: 'brain', lake: 'prod', root: 'clusters/brain' };
    const own = { id: 'sweep', lake: 'prod', root: '_vamplate/sweep', writers: 'ours', leaseSeconds: 3 };
    const { config } = load({ lakes: [lake], clusters: [brain, own] });
    expect(config.clusters).toEqual([
      { ...brain, writers: 'stock', backend: 'storage' },
      { ...own, backend: 'storage' },
    ]);
  });

  it('follows the port of the server where it names none, and reads the file VAMPLATE_CONFIG names', () => {
    expect(load({}, { PORT: '4711' }).config.bind.port).toBe(4711);
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ watchIntervalMs: 20_000 }));
    expect(load({}, { VAMPLATE_CONFIG: 'other.json' }).config.watchIntervalMs).toBe(20_000);
  });

  it('keeps of every secret only what is needed', () => {
    const { secrets } = load({}, { VAMPLATE_ADMIN_TOKEN: 'correct horse battery staple' });
    expect(secrets.adminSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.sessionKey).toHaveLength(32);
    expect(Buffer.from(secrets.sessionKey).toString()).not.toContain('kkkk');
  });
});

describe('what stops the start', () => {
  it.each([
    [
      { lakes: [{ ...lake, uri: 'https://bucket' }] },
      'lakes[0].uri: expected file:///absolute/folder, s3://bucket or s3://bucket/prefix',
    ],
    [{ lakes: [lake, { ...lake, id: 'Prod' }] }, 'lakes[1].id: expected up to 63 lowercase letters'],
    [{ lakes: [lake, lake] }, 'lakes[1].id: expected no id twice'],
    [{ lakes: [{ ...lake, gc: 'delete' }] }, 'lakes[0].gc: expected one of "none"|"protect"|"retire"'],
    [
      { lakes: [{ ...lake, endpoint: 'http://me:pw@host' }] },
      'lakes[0].endpoint: expected a URL without user name',
    ],
    [
      { lakes: [{ ...lake, policy: { olderThan: 'soon' } }] },
      'lakes[0].policy.olderThan: expected an age such as',
    ],
    [
      { lakes: [{ ...lake, datasets: { a: { policy: { retainVersions: 0 } } } }] },
      'lakes[0].datasets.a.policy.retainVersions: too small',
    ],
    [
      { lakes: [lake], clusters: [{ id: 'a', lake: 'other', root: '' }] },
      'clusters[0].lake: expected the id of a configured lake',
    ],
    [
      {
        lakes: [lake],
        clusters: [
          { id: 'a', lake: 'prod', root: '' },
          { id: 'b', lake: 'prod', root: '' },
        ],
      },
      'clusters[1].root: expected no root of one lake twice',
    ],
    [
      { clusters: [{ id: 'a', lake: 'prod', root: '../x' }] },
      'clusters[0].root: expected the path of a folder',
    ],
    [
      { clusters: [{ id: 'a', lake: 'prod', root: '_vamplate/locks/x' }] },
      'clusters[0].root: expected the path of a folder',
    ],
    [
      { clusters: [{ id: 'a', lake: 'prod', root: '', writers: 'me' }] },
      'clusters[0].writers: expected one of "stock"|"ours"',
    ],
    [
      { clusters: [{ id: 'a', lake: 'prod', root: '', leaseSeconds: 2 }] },
      'clusters[0].leaseSeconds: too small',
    ],
    [{ lakes: {} }, 'lakes: expected array'],
    [{ control: '/var' }, 'control: expected file:///absolute/folder'],
    [{ tokens: [{ ...token, role: 'root' }] }, 'tokens[0].role: expected one of "viewer"|"operator"|"admin"'],
    [{ tokens: [{ ...token, sha256: 'secret' }] }, 'tokens[0].sha256: expected 64 lowercase hex digits'],
    [{ tokens: [{ ...token, id: 'admin' }] }, 'tokens[0].id: expected an id other than admin and up'],
    [{ tokens: [token, { ...token, id: 'other' }] }, 'tokens[1].sha256: expected no sha256 twice'],
    [{ bind: { port: 0 } }, 'bind.port: too small'],
    [{ bind: { host: 'example.org' } }, 'bind.host: expected an IP address or localhost'],
    [{ bind: { host: '0.0.0.0' } }, 'baseUrl: expected the https address people use'],
    [{ baseUrl: 'https://console.example/lance' }, 'baseUrl: expected an origin'],
    [{ baseUrl: 'http://console.example' }, 'baseUrl: expected https'],
    [{ trustedProxy: 'yes' }, 'trustedProxy: expected boolean'],
    [{ watchIntervalMs: 10 }, 'watchIntervalMs: too small'],
    [
      { session: { absoluteMs: 60_000, idleMs: 120_000 } },
      'session.idleMs: expected at most session.absoluteMs',
    ],
    [{ lake: [] }, 'lake: expected no such key'],
    ['{ "tokens": [oops', 'expected one JSON object'],
    ['[]', 'expected one JSON object'],
  ])('%j', (file, message) => {
    expect(problemsOf(file)).toContainEqual(expect.stringContaining(message));
  });

  it.each([
    [{ VAMPLATE_PORT: 'many' }, 'VAMPLATE_PORT (bind.port): expected number'],
    [{ VAMPLATE_LAKES: '[{"id":"a"}]' }, 'VAMPLATE_LAKES (lakes[0].uri): expected string'],
    [{ VAMPLATE_LAKES: 'file:///x' }, 'VAMPLATE_LAKES (lakes): expected array'],
    [{ VAMPLATE_SESSION_KEY: '' }, 'VAMPLATE_SESSION_KEY: expected at least 32 characters'],
    [{ VAMPLATE_ADMIN_TOKEN: 'short' }, 'VAMPLATE_ADMIN_TOKEN: expected at least 24 characters'],
    [
      { VAMPLATE_SIGN_IN_TOKEN_SHA256: 'ab'.repeat(32) },
      'VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT: expected an instant',
    ],
    [{ VAMPLATE_CONFIG: 'nowhere.json' }, 'expected a file that can be read'],
    [
      { VAMPLATE_PORT: '4700', PORT: '4701' },
      'VAMPLATE_PORT (bind.port): expected 4701, which the server listens on',
    ],
    [
      { VAMPLATE_LAKES: '[{"id":"a","uri":"s3://bucket","gc":"retire"}]' },
      'VAMPLATE_RECEIPT_KEY: expected a private Ed25519 key as JSON Web Key (RFC 8037), since a lake',
    ],
    [
      { VAMPLATE_RECEIPT_KEY: '{"kty":"OKP","crv":"Ed25519","x":"a","d":"b"}' },
      'VAMPLATE_RECEIPT_KEY: expected a private Ed25519 key',
    ],
    [
      { VAMPLATE_RECEIPT_KEY: JSON.stringify({ ...receiptKey(), x: receiptKey().x }) },
      'VAMPLATE_RECEIPT_KEY: expected a private Ed25519 key',
    ],
    [
      { VAMPLATE_RECEIPT_KEY_FILE: '/nonexistent/key.json' },
      'VAMPLATE_RECEIPT_KEY: expected a private Ed25519 key',
    ],
  ])('%j', (env, message) => {
    expect(problemsOf(undefined, env)).toContainEqual(expect.stringContaining(message));
  });

  it('takes the key of receipts from the environment or a file, as a pair that belongs together', () => {
    const jwk = receiptKey();
    const file = join(folder, 'key.json');
    writeFileSync(file, JSON.stringify(jwk));
    expect(load({}, { VAMPLATE_RECEIPT_KEY: JSON.stringify(jwk) }).secrets.receiptKey).toEqual(jwk);
    expect(load({}, { VAMPLATE_RECEIPT_KEY_FILE: file }).secrets.receiptKey).toEqual(jwk);
    expect(load({}).secrets.receiptKey).toBeNull();
  });

  it('takes the secret of the OpenID client from the environment or a file, and wants one', () => {
    const oidc = {
      issuer: 'https://login.example',
      clientId: 'vamplate',
      roles: [{ claim: 'groups', value: 'ops', role: 'operator' }],
    };
    const file = join(folder, 'secret');
    writeFileSync(file, 'a secret\n');
    expect(load({ oidc }, { VAMPLATE_OIDC_CLIENT_SECRET: 'told' }).secrets.clientSecret).toBe('told');
    expect(load({ oidc }, { VAMPLATE_OIDC_CLIENT_SECRET_FILE: file }).secrets.clientSecret).toBe('a secret');
    expect(load({}).secrets.clientSecret).toBeNull();
    const without: Record<string, string>[] = [{}, { VAMPLATE_OIDC_CLIENT_SECRET_FILE: '/nonexistent' }];
    for (const env of without) {
      expect(problemsOf({ oidc }, env)).toEqual([
        expect.stringContaining('VAMPLATE_OIDC_CLIENT_SECRET: expected'),
      ]);
    }
  });

  it.each([
    [{ issuer: 'http://login.example' }, 'oidc.issuer: expected an https URL'],
    [{ issuer: 'https://login.example?tenant=1' }, 'oidc.issuer: expected an https URL'],
    [{ issuer: 'https://user:word@login.example' }, 'oidc.issuer: expected an https URL'],
    [{ origins: ['https://keys.example/path'] }, 'oidc.origins[0]: expected an https origin'],
    [{ scope: 'profile' }, 'oidc.scope: expected scopes'],
    [{ roles: [] }, 'oidc.roles'],
    [{ roles: [{ claim: 'groups', value: '', role: 'viewer' }] }, 'oidc.roles[0].value'],
    [{ clientSecret: 'in the file' }, 'oidc.clientSecret: expected no such key'],
  ])('takes no OpenID provider with %j', (change, message) => {
    const roles = [{ claim: 'groups', value: 'ops', role: 'operator' }];
    const oidc = { issuer: 'https://login.example', clientId: 'vamplate', roles, ...change };
    const found = problemsOf({ oidc }, { VAMPLATE_OIDC_CLIENT_SECRET: 'told' });
    expect(found).toEqual([expect.stringContaining(message)]);
  });

  it('names every problem at once and repeats no value', () => {
    const secret = 'hunter2hunter2';
    const wrong = {
      tokens: [{ id: secret, role: secret, sha256: secret }],
      control: secret,
      watchIntervalMs: secret,
    };
    const found = problemsOf(wrong, { VAMPLATE_ADMIN_TOKEN: secret, VAMPLATE_SESSION_KEY: secret });
    expect(found).toHaveLength(6);
    expect(found.join()).not.toContain(secret);
    expect(problemsOf(`{"tokens": "${secret}`).join()).not.toContain(secret);
  });
});
