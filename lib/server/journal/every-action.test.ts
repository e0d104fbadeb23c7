/** What holds for each change that the table declares: origin, role, grant, freeze, journal; and that no secret is kept or told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionEndpoints } from '@/lib/contracts/action-endpoints';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { roles } from '@/lib/contracts/roles';
import { ask } from '@/lib/server/testing/ask';
import { importRoute } from '@/lib/server/testing/route-modules';
import { testTokens } from '@/lib/server/testing/test-runtime';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';

const reason = 'because of an audit';
const attested = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
const hex = 'a'.repeat(32);
const since = '2030-01-01T00:00:00.000Z';

/** Nobody listens there. */
const silent = 'http://127.0.0.1:9/serving/v1/status';
/** A body that each accepts. */
const bodies: Readonly<Record<string, object>> = {
  freezeLake: { reason },
  unfreezeLake: { reason, etag: 'seen' },
  createTag: { name: 'v1', version: '1' },
  moveTag: { version: '1', etag: 'seen' },
  deleteTag: { etag: 'seen', reason },
  takeLease: { version: '1', ttlMs: 60_000 },
  renewLease: {},
  releaseLease: { reason },
  cancelRetirement: { namespace: 'main', kind: 'draining', since, reason },
  settleIntents: {},
  deleteBranch: { reason, typedName: 'exp' },
  forceUnlock: { lockId: 'x', reason, ...attested },
  quarantineLock: { etag: 'seen', reason, ...attested },
  askReplica: {
    ...{ replica: 'eu-1', request: { action: 'pin_clean' }, reason },
    expected: { epoch: 12, generation: 7, active: 'a4f93eb5d7676df5', clean: '7', head: '9' },
  },
  retireReplica: { reason, typedName: 'eu-1' },
  retireAddress: { url: silent, reason, typedName: '127.0.0.1:9' },
};
const reported = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas/eu-1/status.json';
const params = {
  ...{ lake: 'test', id: 'lake~events', root: 'brain' },
  ...{ env: 'prod', set: 'berlin', replica: 'eu-1' },
  ...{ tag: 'v1', lease: hex, marker: hex, version: '1', branch: 'exp' },
};
const table: readonly (readonly [string, Endpoint])[] = Object.entries(actionEndpoints);
const actions = table.filter(([, { action }]) => action !== undefined);
const root = new URL('../../..', import.meta.url).pathname;

let stage: Awaited<ReturnType<typeof actionStage>>;
let store: Awaited<ReturnType<typeof branchStage>>['bare'];

async function open(gc: 'none' | 'protect' | 'retire' = 'retire') {
  store = (await branchStage()).bare;
  await store.put(reported, reportBytes());
  stage = await actionStage({
    ...{ store, settings: { gc } },
    config: {
      lakes: [{ id: 'test', uri: 'memory://test' }],
      clusters: [{ id: 'brain', lake: 'test', root: 'og/brain' }],
      serving: [{ env: 'prod', lake: 'test', state: 'state', urls: [silent] }],
    },
  });
}
beforeEach(() => open());
afterEach(() => stage.routes.close());

async function act(name: string, endpoint: Endpoint, given: Parameters<typeof ask>[1] = {}) {
  return ask(await importRoute(root, endpoint), {
    ...{ method: endpoint.method, params, bearer: testTokens.admin, body: bodies[name] },
    ...given,
  });
}

/** Everything in the store, clocks of the protocol aside. */
async function contents(): Promise<readonly string[]> {
  const { objects } = await store.list({ prefix: '' });
  return objects.filter(({ key }) => !key.endsWith('/_clock')).map(({ key, etag }) => `${key} ${etag}`);
}

const errorOf = async (reply: Response) =>
  (
    (await reply.json()) as {
      error: { code: string; details: { reasons?: { code: string; remedy: unknown }[] } };
    }
  ).error;

it('knows a body for every action', () => {
  expect(actions.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

describe.each(actions)('%s', (name, endpoint) => {
  const rule = endpoint.action;

  it('comes from our own origin as JSON', async () => {
    const before = await contents();
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await act(name, endpoint, foreign)).status).toBe(403);
    expect((await act(name, endpoint, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(await contents()).toEqual(before);
  });

  it('needs its role', async () => {
    const before = await contents();
    for (const role of roles.slice(0, roles.indexOf(endpoint.access as 'admin'))) {
      expect((await act(name, endpoint, { bearer: testTokens[role] })).status).toBe(403);
    }
    expect((await act(name, endpoint, { bearer: undefined })).status).toBe(401);
    expect(await contents()).toEqual(before);
  });

  it('needs its grant, and nothing is written without it', async () => {
    for (const gc of rule?.grant === 'retire' ? (['none', 'protect'] as const) : (['none'] as const)) {
      await stage.routes.close();
      await open(gc);
      const before = await contents();
      const reply = await act(name, endpoint);
      expect(reply.status).toBe(422);
      expect((await errorOf(reply)).details.reasons).toMatchObject([
        { code: 'grant', remedy: expect.stringContaining('lakes[].gc') },
      ]);
      expect(await contents()).toEqual(before);
    }
  });

  it('is refused in a frozen lake, and where nobody can read whether it is', async () => {
    if (rule?.inFrozenLake === true) return expect(name).toMatch(/freeze/);
    await stage.operations.freeze({ actor: 'boss', role: 'admin', requestId: 'r', reason });
    const before = await contents();
    const reply = await act(name, endpoint);
    expect((await errorOf(reply)).details.reasons).toMatchObject([{ code: 'frozen' }]);
    stage.dispatch((call) => (call.key === '_vamplate/freeze' ? call.lost() : call.effect()));
    expect((await errorOf(await act(name, endpoint))).details.reasons).toMatchObject([
      { code: 'freeze_unreadable' },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('is not done where the journal cannot be written', async () => {
    const before = await contents();
    stage.dispatch((call) => (call.key.startsWith('_vamplate/journal/') ? call.lost() : call.effect()));
    const reply = await act(name, endpoint);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ error: { details: { outcome: 'not_written' } } });
    stage.dispatch(null);
    expect(await contents()).toEqual(before);
  });

  it('leaves an intent and an outcome, whatever came of it', async () => {
    const reply = await act(name, endpoint);
    const [intent, outcome] = await stage.journal();
    expect(intent).toMatchObject({ kind: 'intent', action: rule?.name, actor: 'test-admin', role: 'admin' });
    expect(intent?.requestId).toBe(reply.headers.get('x-request-id'));
    expect(outcome).toMatchObject({ kind: 'outcome', result: reply.ok ? 'done' : 'refused' });
    expect(await stage.journal()).toHaveLength(2);
  });

  it('keeps and tells no secret', async () => {
    const secret = 'hunter2hunter2';
    const typed = `token=${secret} s3://key:${secret}@host AKIA${'A'.repeat(16)}`;
    const body = { ...bodies[name], ...('reason' in (bodies[name] ?? {}) ? { reason: typed } : {}) };
    const lost = (call: { readonly key: string; readonly mutates: boolean }) =>
      call.mutates && call.key.startsWith('lake/events/');
    stage.dispatch((call) => {
      if (lost(call)) throw new Error(`${typed} Bearer ${testTokens.admin}`);
      return call.effect();
    });
    const reply = await act(name, endpoint, { body });
    stage.dispatch(null);
    const everything = [await reply.text(), JSON.stringify(await stage.journal()), ...stage.routes.logged];
    for (const text of everything) {
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/AKIA|-token-for-tests-only/);
    }
  });
});
