/** Replicas found below a prefix and asked at their addresses: what is not there, not readable and not ours stays apart. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { aLineage } from '@/lib/testing/serving-simulation/builders';
import { aReplica } from '@/lib/testing/serving-simulation/replica-stage';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { type Discovery, discoverReplicas } from './discover-replicas';
import { fetchReport } from './fetch-report';

const start = Date.UTC(2026, 0, 1);
const bytes = (text: string) => new TextEncoder().encode(text);

function told({ replicas }: Discovery): readonly (readonly [string, string, string])[] {
  return replicas.map(({ place, reading, freshness }) => [
    `${place.lineage.setId} ${place.replicaId}`,
    reading === null ? 'none' : reading.kind,
    freshness?.kind ?? 'none',
  ]);
}

describe('discovery by listing', () => {
  let now = start;
  const state = 'state';
  const folder = 'state/serving/v1/prod';
  async function stage() {
    now = start;
    const store = openMemoryStore({ now: () => now });
    await aReplica(store, 1).start();
    await aReplica(store, 2, { replicaId: 'eu-2' }).start();
    await aReplica(store, 3, { lineage: aLineage({ region: 'bremen', layout: 3 }) }).start();
    await aReplica(store, 4, { env: 'test' }).start();
    return store;
  }
  const discover = (store: ReturnType<typeof openMemoryStore>, bounds = {}) =>
    discoverReplicas({ store, state, env: 'prod', nowMs: now, ...bounds });

  it('finds every replica of one environment, and none of another', async () => {
    const found = await discover(await stage());
    expect(told(found)).toEqual([
      ['berlin eu-1', 'read', 'fresh'],
      ['berlin eu-2', 'read', 'fresh'],
      ['bremen eu-1', 'read', 'fresh'],
    ]);
    expect(found).toMatchObject({ unrecognised: [], more: false });
  });

  it('a report that is older than three heartbeats by the store is stale', async () => {
    const store = await stage();
    now += 90_001;
    expect(told(await discover(store)).map(([, , freshness]) => freshness)).toEqual(Array(3).fill('stale'));
  });

  it('tells what is absent, unreadable, misplaced and unrecognised from each other', async () => {
    const store = await stage();
    const lineage = `${folder}/berlin/osm-lance-v2`;
    const copy = await store.get(`${lineage}/replicas/eu-1/status.json`, { maxBytes: 99_999 });
    if (copy.kind !== 'found') throw new Error(copy.kind);
    await store.create(`${lineage}/replicas/eu-3/intents/a.json`, bytes('{}'));
    await store.create(`${lineage}/replicas/eu-4/status.json`, bytes('{'));
    await store.create(`${lineage}/replicas/eu-5/status.json`, copy.body);
    await store.create(`${lineage}/replicas/EU/status.json`, copy.body);
    await store.create(`${folder}/berlin/osm-lance-v02/replicas/eu-1/status.json`, copy.body);
    const found = await discover(store);
    expect(told(found).slice(2, 5)).toEqual([
      ['berlin eu-3', 'none', 'none'],
      ['berlin eu-4', 'unreadable', 'none'],
      ['berlin eu-5', 'invalid', 'fresh'],
    ]);
    expect([...found.unrecognised].sort()).toEqual([
      `${folder}/berlin/osm-lance-v02/`,
      `${lineage}/replicas/EU/`,
    ]);
  });

  it.each([{ maxFolders: 1 }, { maxReplicas: 2 }])(
    'says when there is more than %o lets it see',
    async (bounds) => {
      expect((await discover(await stage(), bounds)).more).toBe(true);
    },
  );

  it('follows pages to their end', async () => {
    const paged = faultyStore(await stage(), (call) => call.effect(), 1);
    expect((await discover(paged)).replicas).toHaveLength(3);
  });

  it('without a listing nothing is told, and a report without an answer is unreadable, never absent', async () => {
    const store = await stage();
    const without = (verb: string) =>
      faultyStore(store, (call) => (call.verb === verb ? call.lost() : call.effect()));
    await expect(discover(without('list'))).rejects.toMatchObject({ kind: 'unavailable' });
    const { replicas } = await discover(without('get'));
    expect(replicas[0]?.reading).toMatchObject({ kind: 'unreadable', because: 'unavailable' });
  });

  it('lists nothing outside its prefix', async () => {
    const prefixes: string[] = [];
    const watched = faultyStore(await stage(), (call) => {
      prefixes.push(call.key);
      return call.effect();
    });
    await discover(watched);
    expect(prefixes.every((one) => one.startsWith(`${folder}/`))).toBe(true);
  });
});

describe('a report from an address', () => {
  let server: Server;
  let origin = '';
  let asked: string[] = [];
  let answer: (url: string, response: ServerResponse) => void = () => undefined;
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answer(request.url ?? '', response);
    });
    await new Promise<void>((open) => {
      server.listen(0, '127.0.0.1', open);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => {
      server.close(closed);
    });
  });

  const options = { fetch: globalThis.fetch, clock: systemClock, timeoutMs: 30_000 };
  const ask = (path: string, configured: readonly string[] = [path], change = {}) =>
    fetchReport(`${origin}${path}`, {
      ...{ ...options, configured: configured.map((one) => `${origin}${one}`) },
      ...change,
    });
  const phaseB = (change: object = {}) => ({
    lifecycle: { serving: null, operation: { state: 'idle' } },
    artifact_present: false,
    cgroup_memory: { current_bytes: 5, max_bytes: null },
    note: 'observational',
    ...change,
  });

  it('reads the document of a replica', async () => {
    answer = (_, response) => response.end(reportBytes());
    expect(await ask('/status')).toMatchObject({ kind: 'read', report: { replica_id: 'eu-1' } });
  });

  it('reads the older shape, which has no clocks', async () => {
    answer = (_, response) => response.end(JSON.stringify(phaseB()));
    expect(await ask('/status')).toMatchObject({
      kind: 'phase_b',
      report: { artifact_present: false, lifecycle: { serving: null } },
      max: 'unlimited_or_unreadable',
    });
  });

  it.each<[string, object]>([
    ['an operation it does not know', { lifecycle: { serving: null, operation: { state: 'resting' } } }],
    [
      'previous equal to active',
      {
        lifecycle: {
          serving: { active: 'a'.repeat(16), previous: 'a'.repeat(16) },
          operation: { state: 'idle' },
        },
      },
    ],
    ['memory below nothing', { cgroup_memory: { current_bytes: -5, max_bytes: null } }],
  ])('the older shape with %s is unreadable', async (_, change) => {
    answer = (_url, response) => response.end(JSON.stringify(phaseB(change)));
    expect(await ask('/status')).toMatchObject({ kind: 'unreadable', because: 'not_in_form' });
  });

  it('follows a redirect only to an address that is configured', async () => {
    answer = (url, response) => {
      if (url === '/b') response.end(reportBytes());
      else response.writeHead(302, { Location: '/b' }).end();
    };
    expect(await ask('/a', ['/a', '/b'])).toMatchObject({ kind: 'read' });
    asked = [];
    expect(await ask('/a')).toMatchObject({ detail: 'it leads to an address nobody configured' });
    expect(asked).toEqual(['/a']);
  });

  it('asks no address that is not configured, and follows no ring', async () => {
    expect(await ask('/a', ['/b'])).toMatchObject({ kind: 'unreadable' });
    expect(asked).toEqual([]);
    answer = (_, response) => response.writeHead(302, { Location: '/a' }).end();
    expect(await ask('/a')).toMatchObject({ detail: 'more than 3 redirects' });
    expect(asked).toHaveLength(4);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['too much', (response) => response.end('x'.repeat(2_000)), 'too_large'],
    ['an error', (response) => response.writeHead(500).end(), 'unavailable'],
    ['no JSON', (response) => response.end('<html>'), 'not_json'],
    ['a cut connection', (response) => response.destroy(), 'no_answer'],
    [
      'an answer that is cut',
      (response) => {
        response.writeHead(200, { 'Content-Length': '9' });
        response.write('{', () => response.destroy());
      },
      'unavailable',
    ],
  ])('%s is unreadable', async (_, reply, because) => {
    answer = (_url, response) => reply(response);
    expect(await ask('/a', ['/a'], { maxBytes: 1_000 })).toMatchObject({ kind: 'unreadable', because });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['that does not end', (response) => response.write('{'), 'unavailable'],
    ['that never begins', () => undefined, 'no_answer'],
  ])('gives up on an answer %s', async (_, reply, because) => {
    answer = (_url, response) => reply(response);
    const clock = {
      ...systemClock,
      sleep: (_ms: number, signal?: AbortSignal) => systemClock.sleep(150, signal),
    };
    expect(await ask('/a', ['/a'], { clock })).toMatchObject({
      because,
      detail: 'no whole answer within 30000 ms',
    });
  });
});
