/**
 * One server of a story in a process of its own: the routes that Next serves, behind Node's own HTTP server, with the
 * runs of its lake. It halts once right before a step, dies there, or waits until it is told to go on.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { type Clock, systemClock, type WallInstant } from '@/lib/base/clock';
import { endpoints } from '@/lib/contracts/endpoints';
import { roles } from '@/lib/contracts/roles';
import { openStore } from '@/lib/engine/store/open-store';
import { Lakes } from '@/lib/lake/lakes';
import { sha256Hex } from '@/lib/server/auth/secret-digest';
import { loadConfig } from '@/lib/server/config/load';
import { runsOf } from '@/lib/server/runs/run-watch';
import { createRuntime, installRuntime } from '@/lib/server/runtime';
import { importRoute } from '@/lib/server/testing/route-modules';
import { testReceiptKey, testTokens } from '@/lib/server/testing/test-runtime';
import { haltingStore } from './halting-store';
import {
  type ReplicaLine,
  type RunStep,
  replicaOptions,
  storyLake,
  storyLeaseSeconds,
} from './replica-lines';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const options = replicaOptions.parse(JSON.parse(process.argv[2] ?? ''));
const say = (line: ReplicaLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

let goOn = () => {};
const told = new Promise<void>((resolve) => {
  goOn = resolve;
});
createInterface({ input: process.stdin }).on('line', () => goOn());

let halted = false;
async function before(step: RunStep): Promise<void> {
  if (halted || options.halt === null || options.halt.at !== step) return;
  halted = true;
  say({ kind: 'at', step });
  // The line leaves this process before anything happens to it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (options.halt.how === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (options.halt.how === 'stop') process.kill(process.pid, 'SIGSTOP');
  else await told;
}

const server = createServer(async (request, response) => {
  const reply = await answer(request).catch(() => new Response(null, { status: 500 }));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
});

async function answer(request: IncomingMessage): Promise<Response> {
  const url = new URL(request.url ?? '/', base);
  for (const endpoint of Object.values(endpoints)) {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = pattern.exec(url.pathname);
    if (found === null || endpoint.method !== request.method) continue;
    const params = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const route = await importRoute(project, endpoint);
    return route(new Request(url, { method: endpoint.method, headers, ...body }), {
      params: Promise.resolve(params),
    });
  }
  return new Response(null, { status: 404 });
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const base = `http://127.0.0.1:${port}`;

const { uri, endpoint, region, wallOffsetMs } = options;
const { config, secrets } = loadConfig({
  folder: '/nonexistent',
  env: {
    VAMPLATE_SESSION_KEY: 'a session key for stories, 32 and more',
    VAMPLATE_RECEIPT_KEY: JSON.stringify(testReceiptKey),
  },
  file: {
    lakes: [{ id: storyLake, uri, endpoint, region, gc: 'retire' }],
    tokens: roles.map((role) => ({ id: `story-${role}`, role, sha256: sha256Hex(testTokens[role]) })),
    ...{ bind: { port }, watchIntervalMs: 1_000, runLeaseSeconds: storyLeaseSeconds },
  },
});
const clock: Clock = { ...systemClock, wall: () => (systemClock.wall() + wallOffsetMs) as WallInstant };
const log = pino({ level: process.env.VAMPLATE_STORY_LOG ?? 'silent' }, pino.destination(2));
const runtime = createRuntime({ config, secrets, log, clock });
installRuntime(runtime);
runtime.once(
  'lakes',
  () =>
    new Lakes({
      ...{ settings: config.lakes, clock, watchIntervalMs: 1_000, onChange: () => undefined },
      openStore: () => haltingStore(openStore({ uri, endpoint, region, clock }), before),
    }),
);
runsOf(runtime);
say({ kind: 'listening', port });
