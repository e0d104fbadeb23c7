/** Asking a replica through the routes: only of a fresh report of its owner that offers it, as seen, recorded, and answered once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { actionStage } from '@/lib/testing/action-stage';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';

type Changes = Readonly<Record<string, ExactJson>>;

const folder = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas/eu-1';
const params = { env: 'prod', set: 'berlin' };
/** What the example report says. */
const expected = { epoch: 12, generation: 7, active: 'a4f93eb5d7676df5', clean: '7', head: '9' };
const ackDrift = { action: 'ack_drift', expiresAt: '2030-02-01T00:00:00.000Z' };
let stage: Awaited<ReturnType<typeof actionStage>>;

async function open(serving: Record<string, unknown> = { state: 'state' }, gc: 'none' | 'retire' = 'retire') {
  stage = await actionStage({
    settings: { gc },
    config: {
      lakes: [{ id: 'test', uri: 'memory://test' }],
      serving: [{ env: 'prod', lake: 'test', ...serving }],
    },
  });
}
beforeEach(() => open());
afterEach(() => stage.routes.close());

async function report(changes: Changes = {}): Promise<void> {
  await stage.inner.put(`${folder}/status.json`, reportBytes(changes));
}

const body = (more: object = {}) => ({
  ...{ replica: 'eu-1', request: ackDrift, expected, reason: 'known, being looked at' },
  ...more,
});
const ask = (more: object = {}, role: 'operator' | 'admin' = 'operator') =>
  stage.routes.reply('askReplica', { params, body: body(more), role });
const intents = async () =>
  (await stage.inner.list({ prefix: `${folder}/intents/` })).objects.map(({ key }) => key);

/** The one intent that lies there, as the replica reads it. */
async function asked(): Promise<{ readonly params: unknown }> {
  const stored = await stage.inner.get((await intents())[0] ?? '', { maxBytes: 9_999 });
  if (stored.kind !== 'found') throw new Error(stored.kind);
  return JSON.parse(new TextDecoder().decode(stored.body));
}

async function codeOf(reply: Response): Promise<unknown> {
  const { error } = (await reply.json()) as { error: { details: { reasons: { code: string }[] } } };
  return error.details.reasons[0]?.code;
}

describe('what is asked', () => {
  it('lies where the replica looks, as it reads it, and is in the journal', async () => {
    await report();
    const { intent } = await stage.routes.get('askReplica', { params, body: body(), role: 'operator' });
    expect(intent).toMatchObject({
      replica: 'eu-1',
      action: 'ack_drift',
      actor: 'test-operator',
      result: null,
    });
    expect(await intents()).toEqual([`${folder}/intents/${intent.id}.json`]);
    const stored = await stage.inner.get(`${folder}/intents/${intent.id}.json`, { maxBytes: 9_999 });
    expect(stored.kind === 'found' && JSON.parse(new TextDecoder().decode(stored.body))).toMatchObject({
      schema: 'lance-serving-intent/1',
      expected: { epoch: 12, generation: 7, active: 'a4f93eb5d7676df5', clean: 7, head: 9 },
      params: { expires_at: '2030-02-01T00:00:00.000Z' },
    });
    expect((await stage.journal()).map(({ kind, action }) => [kind, action])).toEqual([
      ['intent', 'ask_replica'],
      ['outcome', 'ask_replica'],
    ]);
  });

  it('is answered once, and the answer is read by its id', async () => {
    await report();
    const { intent } = await stage.routes.get('askReplica', { params, body: body() });
    const place = { ...params, intent: intent.id };
    expect((await stage.routes.get('servingIntent', { params: place })).intent.result).toBeNull();
    const result = {
      ...{ schema: 'lance-serving-intent-result/1', id: intent.id, outcome: 'rejected' },
      ...{ reason: 'head is not as expected any more', at: '2030-01-01T00:00:05Z' },
      by: { replica_id: 'eu-1', instance_id: '9f2c', epoch: 12 },
    };
    const bytes = new TextEncoder().encode(JSON.stringify(result));
    await stage.inner.put(`${folder}/intents/${intent.id}.result.json`, bytes);
    const answered = await stage.routes.get('servingIntent', { params: place, query: { replica: 'eu-1' } });
    expect(answered.intent.result).toMatchObject({ outcome: 'rejected', epoch: 12 });
    const other = await stage.routes.reply('servingIntent', { params: { ...params, intent: '01none' } });
    expect(other.status).toBe(404);
  });
});

describe('nothing is asked', () => {
  it.each<[string, Changes, object, string]>([
    ['of a writer that lost its place', { 'fence.standing': 'deposed' }, {}, 'deposed'],
    ['of a report that contradicts itself', { 'serving.previous': 'a4f93eb5d7676df5' }, {}, 'not_believed'],
    ['that the report does not offer', { capabilities: ['pin_clean'] }, {}, 'changed'],
    [
      'that its own state speaks against',
      { capabilities: ['rerun_import'] },
      { request: { action: 'rerun_import' } },
      'changed',
    ],
    ['when the head moved on', { 'clocks.history.observed_head': 10 }, {}, 'changed'],
    ['when another process claimed it', { 'fence.epoch': 13 }, {}, 'changed'],
  ])('%s', async (_, changes, more, code) => {
    await report(changes);
    const reply = await ask(more);
    expect([reply.status, await codeOf(reply)]).toEqual([422, code]);
    expect(await intents()).toEqual([]);
    expect((await stage.journal()).at(-1)).toMatchObject({ result: 'refused' });
  });

  it('of a stale report', async () => {
    await report();
    stage.advance(90_001);
    const reply = await ask();
    expect([reply.status, await codeOf(reply)]).toEqual([422, 'stale']);
    expect(await intents()).toEqual([]);
  });

  it('without the lake’s grant, or where only addresses are read', async () => {
    await stage.routes.close();
    await open({ state: 'state' }, 'none');
    await report();
    const reply = await ask();
    expect([reply.status, await codeOf(reply)]).toEqual([422, 'grant']);
    expect(await intents()).toEqual([]);
  });

  it('by an operator, where it needs an admin, or without the replica’s name typed, or for too short a time', async () => {
    await report({ capabilities: ['set_retention', 'retract'] });
    const retention = (graceUntil: string) => ({ request: { action: 'set_retention', graceUntil } });
    const far = '2030-03-01T00:00:00.000Z';
    expect((await ask({ ...retention(far), typedName: 'eu-1' })).status).toBe(403);
    expect((await ask({ request: { action: 'retract' }, typedName: 'eu-1' })).status).toBe(403);
    expect((await ask(retention(far), 'admin')).status).toBe(400);
    expect((await ask({ ...retention('2030-01-03T00:00:00.000Z'), typedName: 'eu-1' }, 'admin')).status).toBe(
      400,
    );
    expect(await intents()).toEqual([]);
    expect((await ask({ ...retention(far), typedName: 'eu-1' }, 'admin')).status).toBe(200);
  });
});

describe('what is asked beside the action', () => {
  it('a tag is unpinned only by who types its name', async () => {
    await report({ capabilities: ['unpin'] });
    const request = { action: 'unpin', tag: 'clean-old' };
    expect((await ask({ request })).status).toBe(400);
    expect((await ask({ request, typedName: 'eu-1' })).status).toBe(400);
    expect(await intents()).toEqual([]);
    expect((await ask({ request, typedName: 'clean-old' })).status).toBe(200);
  });

  it.each([
    [
      ['5', '7'],
      [5, 7],
    ],
    [[], []],
    [undefined, undefined],
  ])('versions to keep, %o, reach the replica as %o', async (keepVersions, told) => {
    await report({ capabilities: ['set_retention'] });
    const graceUntil = '2030-03-01T00:00:00.000Z';
    const request = { action: 'set_retention', graceUntil, ...(keepVersions ? { keepVersions } : {}) };
    expect((await ask({ request, typedName: 'eu-1' }, 'admin')).status).toBe(200);
    expect((await asked()).params).toEqual({
      grace_until: graceUntil,
      ...(told ? { keep_versions: told } : {}),
    });
  });

  it.each(['0', '-1', 'v7', '9007199254740993'])('%s is no version to keep', async (one) => {
    await report({ capabilities: ['set_retention'] });
    const request = { action: 'set_retention', graceUntil: '2030-03-01T00:00:00.000Z', keepVersions: [one] };
    expect((await ask({ request, typedName: 'eu-1' }, 'admin')).status).toBe(400);
  });
});

describe('a replica is given up', () => {
  const place = { ...params, replica: 'eu-1' };
  const retire = (role: 'operator' | 'admin' = 'admin', typedName = 'eu-1') =>
    stage.routes.reply('retireReplica', {
      params: place,
      body: { typedName, reason: 'its machine is gone' },
      role,
    });
  const row = async () => (await stage.routes.get('serving')).sets[0];

  it('only when it does not report any more, by an admin who types its name', async () => {
    await report();
    const living = await retire();
    expect([living.status, await codeOf(living)]).toEqual([422, 'reports']);
    stage.advance(90_001);
    expect((await retire('operator')).status).toBe(403);
    expect((await retire('admin', 'eu-2')).status).toBe(400);
    expect((await retire()).status).toBe(200);
    expect(await row()).toMatchObject({
      verdict: null,
      replicas: [{ verdict: 'stale', retired: { actor: 'test-admin', reason: 'its machine is gone' } }],
    });
  });

  it('and is none any more once it reports again', async () => {
    await report();
    stage.advance(90_001);
    expect((await retire()).status).toBe(200);
    await report({ 'fence.seq': 49 });
    stage.advance(11_000);
    expect(await row()).toMatchObject({ verdict: 'drift', replicas: [{ retired: null }] });
    stage.advance(200_000);
    expect(await row()).toMatchObject({ verdict: 'stale', replicas: [{ retired: null }] });
  });
});

describe('an address is given up', () => {
  const url = 'http://127.0.0.1:9/serving/v1/status';
  const retire = (more: object = {}, role: 'operator' | 'admin' = 'admin') =>
    stage.routes.reply('retireAddress', {
      ...{ params: { env: 'prod' }, role },
      body: { url, typedName: '127.0.0.1:9', reason: 'its machine is gone', ...more },
    });
  const address = async () => (await stage.routes.get('serving')).addresses[0];

  it('only while it is silent and configured, by an admin who types its host', async () => {
    await stage.routes.close();
    await open({ state: 'state', urls: [url] });
    expect(await address()).toMatchObject({ verdict: 'unreadable', silent: true, retired: null });
    expect((await stage.routes.get('attention')).items).toMatchObject([{ kind: 'serving_unknown' }]);
    expect((await retire({}, 'operator')).status).toBe(403);
    expect((await retire({ typedName: 'eu-1' })).status).toBe(400);
    expect((await retire({ url: `${url}2` })).status).toBe(404);
    expect((await retire()).status).toBe(200);
    expect(await address()).toMatchObject({
      retired: { actor: 'test-admin', reason: 'its machine is gone' },
    });
    expect((await stage.routes.get('attention')).items).toEqual([]);
    expect((await stage.journal()).at(-1)).toMatchObject({ kind: 'outcome', result: 'done' });
  });

  it('never while something is told there', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((_, response) => response.end('{')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const living = `http://127.0.0.1:${port}/serving/v1/status`;
    await stage.routes.close();
    await open({ state: 'state', urls: [living] });
    const reply = await retire({ url: living, typedName: `127.0.0.1:${port}` });
    expect([reply.status, await codeOf(reply)]).toEqual([422, 'answers']);
    server.close();
  });
});
