/** A serving process asked over real HTTP: D.3, and telemetry that fails costs a field and nothing else (G.3 58). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, servedAt, storedReport } from '@/lib/testing/serving-simulation/replica-stage';
import { importIdOf } from './import-id-rules';
import { watchMemory } from './memory-report';
import type { MemorySource } from './read-memory';
import { decodeReport } from './report-rules';
import type { ServingReporter } from './serving-reporter';
import { statusHandler, statusPath } from './status-handler';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => {
      server.close(closed);
    });
  }
});

async function listening(reporter: ServingReporter): Promise<string> {
  const handle = statusHandler(reporter);
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((open) => {
    server.listen(0, '127.0.0.1', open);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function reported(url: string) {
  const answer = await fetch(`${url}${statusPath}`);
  const reading = decodeReport(new Uint8Array(await answer.arrayBuffer()));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return { answer, report: reading.report };
}

describe('GET /serving/v1/status', () => {
  it('answers before the claim has any answer, with 200 and nothing served', async () => {
    // A store that never answers: the claim, and all that waits for it, hangs for good.
    const reporter = aReplica(
      faultyStore(openMemoryStore(), () => new Promise(() => undefined)),
      1,
    );
    void reporter.start();
    const { answer, report } = await reported(await listening(reporter));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(report).toMatchObject({ serving: null, fence: { standing: 'read_only' } });
  });

  it('answers 304 to the same tag, and anew once something changed', async () => {
    const reporter = aReplica(openMemoryStore(), 1);
    await reporter.start();
    const url = await listening(reporter);
    const tag = (await reported(url)).answer.headers.get('etag') ?? '';
    const again = (ifNoneMatch: string) =>
      fetch(`${url}${statusPath}`, { headers: { 'If-None-Match': ifNoneMatch } });
    for (const same of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await again(same);
      expect([answer.status, await answer.text()]).toEqual([304, '']);
    }
    expect((await again('"x"')).status).toBe(200);
    await reporter.startImport(anIdentity());
    const changed = await again(tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('takes only reads, on its own path', async () => {
    const url = await listening(aReplica(openMemoryStore(), 1));
    expect((await fetch(`${url}${statusPath}`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}${statusPath}?x=1`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}/serving/v1/statuses`)).status).toBe(404);
  });
});

describe('memory in the report', () => {
  const files: Record<string, string> = {
    ...{ 'cgroup.controllers': 'memory', 'memory.current': '100\n', 'memory.max': 'max\n' },
    ...{ 'memory.peak': '300\n', 'memory.stat': 'anon 60\nfile 30\nkernel 5\nslab_reclaimable 2\n' },
  };
  const source = (change: Partial<MemorySource> = {}): MemorySource => ({
    platform: 'linux',
    read: async (name) => files[name] ?? Promise.reject(new Error('gone')),
    rssBytes: () => 90,
    ...change,
  });

  it('is told with each beat, phases of an import and what they did to it included', async () => {
    const store = openMemoryStore();
    let current = 100;
    const read = async (name: string) => (name === 'memory.current' ? `${current}` : (files[name] ?? ''));
    const watch = watchMemory(source({ read }));
    const reporter = aReplica(store, 1, { memory: watch.read });
    await reporter.start();
    await watch.during('validate', Date.UTC(2026, 0, 1), async () => {
      current = 250;
    });
    const failing = watch.during('mirror', 0, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await reporter.beat();
    expect((await storedReport(store)).memory).toEqual({
      ...{ current_bytes: 250, max_bytes: null, max_state: 'unlimited', peak_bytes: 300 },
      ...{ anon_bytes: 60, file_bytes: 30, kernel_bytes: 5, slab_reclaimable_bytes: 2 },
      ...{ process_rss_bytes: 90, reasons: [] },
      phase_deltas: [
        { phase: 'validate', started_at: '2026-01-01T00:00:00.000Z', before: 100, after: 250 },
        { phase: 'mirror', started_at: '1970-01-01T00:00:00.000Z', before: 250, after: 250 },
      ],
    });
  });

  it.each<[string, MemorySource, string]>([
    ['unsupported', source({ platform: 'darwin' }), 'unsupported'],
    [
      'unreadable',
      source({ read: async (name) => (name === 'cgroup.controllers' ? '' : 'what') }),
      'unreadable',
    ],
    ['bounded', source({ read: async () => '25769803776\n' }), 'bounded'],
  ])('%s is told apart, never as 0', async (_, from, state) => {
    const memory = await watchMemory(from).read();
    expect(memory.max_state).toBe(state);
    expect(memory.current_bytes).not.toBe(0);
  });

  it.each<[string, () => Promise<never>]>([
    ['rejects', () => Promise.reject(new Error('gone'))],
    ['tells nonsense', async () => ({ current_bytes: -5 }) as never],
  ])('G.3.58 telemetry that %s changes nothing of the serving', async (_, memory) => {
    const store = openMemoryStore();
    const reporter = aReplica(store, 1, { memory });
    await reporter.start();
    const started = await reporter.startImport(anIdentity());
    if (started.kind !== 'started') throw new Error(started.kind);
    await reporter.activate(anIdentity(), started.generation, servedAt(1));
    expect(await reporter.beat()).toBe('written');
    expect(await storedReport(store)).toMatchObject({
      serving: { active: importIdOf(anIdentity()) },
      memory: { current_bytes: null, max_state: null, reasons: [expect.stringMatching(/memory/)] },
    });
  });
});
