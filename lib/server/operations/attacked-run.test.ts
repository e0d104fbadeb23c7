/** A run whose lake is worked against while it works: raced, frozen, tampered with. Nothing goes that was not approved, and its end is told. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import { runEndpoints } from '@/lib/contracts/run-endpoints';
import { type CleanupRoutes, dataset } from '@/lib/testing/cleanup-routes';
import { scenes } from '@/lib/testing/endpoint-scenes';
import { closeServers, openServer } from '@/lib/testing/open-servers';
import type { Asked } from '@/lib/testing/routes-over';
import { ask } from '../testing/ask';
import { importRoute } from '../testing/route-modules';

const root = new URL('../../..', import.meta.url).pathname;
const utf8 = (text: string) => new TextEncoder().encode(text);

afterEach(closeServers);

async function answer(server: CleanupRoutes, name: EndpointName, asked: Asked) {
  const reply = await server.routes.reply(name, asked);
  const body = (await reply.json()) as {
    run?: { run: string };
    error?: { message: string; details: { outcome?: string; reasons?: { code: string }[] } };
  };
  return { status: reply.status, ...body, codes: body.error?.details.reasons?.map(({ code }) => code) ?? [] };
}

const runOf = (server: CleanupRoutes, hash: string): Asked => ({
  params: { hash },
  body: { dataset: server.stage.root.key, reason: 'to make room' },
});
const journalOf = async ({ stage }: CleanupRoutes) =>
  (await stage.bare.list({ prefix: '_vamplate/journal/' })).objects.length;

describe('two servers that are asked to run one plan', () => {
  it('run it once: the other is told that it was run', async () => {
    const here = await openServer();
    const there = await openServer({ on: here.stage });
    const { hash } = await here.plan();
    const begin = (server: CleanupRoutes) => answer(server, 'runPlan', runOf(server, hash));
    const answers = await Promise.all([begin(here), begin(there)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [registered, ...more] = (await here.routes.get('runs')).items;
    expect(more).toEqual([]);
    expect(await here.ended(registered?.run ?? '')).toMatchObject({ outcome: 'completed' });
    expect(await here.stage.versions()).toEqual([5n, 6n]);
  });
});

describe('an approval that races the run', () => {
  it('counts once it is there, and the run tells whose it was', async () => {
    const secondAdmin = 'the-token-of-a-second-admin';
    const server = await openServer({
      config: { secondApprover: ['run_cleanup'] },
      environment: { VAMPLATE_ADMIN_TOKEN: secondAdmin },
    });
    const { hash } = await server.plan();
    const approve = async () => {
      const route = await importRoute(root, endpoints.approvePlan);
      return server.pass(ask(route, { method: 'POST', params: { hash }, body: {}, bearer: secondAdmin }));
    };
    const [first, approved] = await Promise.all([answer(server, 'runPlan', runOf(server, hash)), approve()]);
    expect(approved.status).toBe(200);
    if (first.status !== 200) expect(first).toMatchObject({ status: 422, codes: ['approval'] });
    const run = first.status === 200 ? first : await answer(server, 'runPlan', runOf(server, hash));
    expect(run).toMatchObject({ status: 200, run: { approvedBy: 'admin' } });
    expect(await server.ended(run.run?.run ?? '')).toMatchObject({ outcome: 'completed' });
  });
});

/** @param act told every change of the dataset by its number, from 1, before it is sent */
async function runWith(
  act: (server: CleanupRoutes, change: number, seen: { frozen: boolean }) => Promise<void>,
) {
  const server = await openServer({ versions: 4 });
  const { hash } = await server.plan();
  const seen = { changes: 0, frozen: false, told: false, afterwards: [] as string[] };
  server.stage.beforeCalls(async ({ verb, key, mutates }) => {
    if (verb === 'get' && key === '_vamplate/freeze' && seen.frozen) seen.told = true;
    if (!mutates || !key.startsWith('lake/')) return;
    if (seen.told) seen.afterwards.push(`${verb} ${key}`);
    seen.changes += 1;
    await act(server, seen.changes, seen);
  });
  const { run } = await server.startRun(hash);
  return { server, seen, run };
}

describe('a freeze between any two effects', () => {
  it('is the last thing that the run finds out: nothing is sent after it was read', async () => {
    const whole = await runWith(async () => undefined);
    expect(await whole.server.ended(whole.run)).toMatchObject({ outcome: 'completed' });
    expect(whole.seen.changes).toBeGreaterThan(10);
    let failed = 0;
    for (let at = 1; at <= whole.seen.changes; at += 1) {
      const { server, seen, run } = await runWith(async ({ stage }, change, seen) => {
        if (change !== at) return;
        await stage.bare.create('_vamplate/freeze', utf8('frozen by somebody'));
        seen.frozen = true;
      });
      const ended = await server.ended(run);
      expect(seen.afterwards, `frozen before change ${at}`).toEqual([]);
      if (ended.outcome === 'failed') {
        failed += 1;
        expect(ended.failure, `frozen before change ${at}`).toMatch(/frozen/);
      }
      expect(await server.stage.versions()).toEqual(expect.arrayContaining([3n, 4n]));
    }
    expect(failed).toBeGreaterThan(5);
  });
});

describe('a plan that is changed under its hash', () => {
  const spoil = async ({ stage }: CleanupRoutes, hash: string) => {
    const { objects } = await stage.bare.list({ prefix: '_vamplate/plans/' });
    for (const { key } of objects.filter(({ key }) => key.includes(hash) && !key.endsWith('seal.json')))
      await stage.bare.put(key, utf8('another plan'));
  };

  it('is not run', async () => {
    const server = await openServer();
    const { hash } = await server.plan();
    await spoil(server, hash);
    expect((await answer(server, 'runPlan', runOf(server, hash))).status).toBe(500);
    expect((await server.routes.get('runs')).items).toEqual([]);
  });

  it('after its run began ends that run, and the journal says so', async () => {
    const server = await openServer();
    const { hash } = await server.plan();
    let begun = false;
    server.stage.beforeCalls(async ({ verb, key }) => {
      if (begun || verb !== 'create' || !key.startsWith('_vamplate/runs/')) return;
      begun = true;
      await spoil(server, hash);
    });
    const { run } = await server.startRun(hash);
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'failed', failure: expect.stringContaining('plan') });
    expect(await server.stage.versions()).toHaveLength(6);
    const { items } = await server.routes.get('activity', { query: { action: 'run_cleanup' } });
    expect(items.map(({ kind }) => kind)).toContain('outcome');
    expect((await server.routes.reply('receipt', { params: { run } })).status).toBe(404);
  });
});

describe('a register that nobody can read any more', () => {
  it('stops its run before the next batch, with nothing deleted', async () => {
    const server = await openServer();
    const { hash } = await server.plan();
    let spoiled = false;
    server.stage.beforeCalls(async ({ verb, key }) => {
      if (spoiled || verb !== 'create' || !key.endsWith('.sealed')) return;
      spoiled = true;
      const [register] = (await server.stage.bare.list({ prefix: '_vamplate/runs/' })).objects;
      await server.stage.bare.put(register?.key ?? '', utf8('no register'));
    });
    await server.startRun(hash);
    await server.pass(
      (async () => {
        while (!server.routes.logged.some((line) => line.includes('was given back')))
          await new Promise((resolve) => setImmediate(resolve));
      })(),
    );
    expect(await server.stage.versions()).toHaveLength(6);
    expect(await server.stage.entries('data/')).toHaveLength(7);
    const { items, unreadable } = await server.routes.get('runs');
    expect([items, unreadable]).toMatchObject([[], [{ lake: 'test' }]]);
    const told = await server.routes.get('activity', { query: { action: 'run_cleanup', kind: 'outcome' } });
    expect(told.items).toMatchObject([
      { result: 'unknown', sentence: expect.stringContaining('its register cannot be read any more') },
    ]);
  });
});

describe('a false receipt that somebody put first', () => {
  it('does not keep the true one from being kept and shown, and is named', async () => {
    const server = await openServer();
    const { hash } = await server.plan();
    const first = await server.startRun(hash);
    await server.ended(first.run);
    const { text: others } = await server.routes.get('receipt', { params: { run: first.run } });
    await server.stage.commit(7, 10);
    const second = await server.plan();
    let key = '';
    server.stage.beforeCalls(async ({ verb, key: asked }) => {
      if (key !== '' || verb !== 'create' || !asked.startsWith('_vamplate/receipts/')) return;
      key = asked;
      // True, signed by us, and of another run.
      await server.stage.bare.put(asked, utf8(others));
    });
    const { run } = await server.startRun(second.hash);
    await server.ended(run);
    const { verdict, incidents, text } = await server.routes.get('receipt', { params: { run } });
    expect(verdict).toMatchObject({ kind: 'valid', receipt: { run, outcome: 'completed' } });
    expect(text).not.toBe(others);
    expect(incidents).toEqual([{ key, sentence: 'A false receipt: It is a receipt of another run.' }]);
  });

  it('alone is shown as what it is', async () => {
    const server = await openServer();
    const { hash } = await server.plan();
    const { run } = await server.startRun(hash);
    await server.ended(run);
    const { objects } = await server.stage.bare.list({ prefix: '_vamplate/receipts/' });
    await server.stage.bare.put(objects[0]?.key ?? '', utf8('nothing'));
    const { verdict, incidents } = await server.routes.get('receipt', { params: { run } });
    expect([verdict, incidents]).toMatchObject([{ kind: 'invalid', because: 'not_a_receipt' }, []]);
  });
});

const table: readonly (readonly [string, Endpoint])[] = Object.entries(runEndpoints);
const actions = table.filter(([, { action }]) => action !== undefined) as [EndpointName, Endpoint][];

describe.each(actions)('%s', (name) => {
  it('is not done where the journal cannot be written, and says so', async () => {
    const server = await openServer({
      config: { lakes: [{ id: 'test', uri: 's3://test/lake', gc: 'retire' }] },
    });
    const asked = await scenes[name](server, 'admin');
    const lines = await journalOf(server);
    const own = async () =>
      (await server.stage.bare.list({ prefix: '_vamplate/plans/' })).objects.map(({ key }) => key);
    const before = await own();
    server.stage.failWhen(({ mutates, key }) =>
      mutates && key.startsWith('_vamplate/journal/') ? 'lost_before' : null,
    );
    expect(await answer(server, name, asked)).toMatchObject({
      status: 503,
      error: { details: { outcome: 'not_written' } },
    });
    server.stage.failWhen(null);
    expect(await own()).toEqual(before);
    expect(await journalOf(server)).toBe(lines);
    const [run] = (await server.routes.get('runs')).items;
    if (run !== undefined) expect(run).toMatchObject({ stop: null, rate: 1 });
  });
});

it('what was done without its second line in the journal is told as done, with what is missing', async () => {
  const server = await openServer();
  let lines = 0;
  server.stage.failWhen(({ verb, key }) => {
    if (verb !== 'create' || !key.startsWith('_vamplate/journal/')) return null;
    lines += 1;
    return lines > 1 ? 'lost_before' : null;
  });
  const asked = { params: dataset, body: { policy: { retainVersions: 2, youngGuardMs: 0 } } };
  const reply = await server.routes.get('planCleanup', asked);
  expect(reply.recorded.outcome).toBeNull();
  expect(reply.notes.join(' ')).toContain('the journal may lack the line');
});
