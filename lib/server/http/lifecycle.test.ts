/** Stopping ends every kind of connection a browser keeps open; peers are named by their socket, not by themselves. */
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installTestRuntime, type TestRuntime } from '../testing/test-runtime';
import { sourceOf } from './host-rules';
import { closeServers, nameThePeers } from './lifecycle';

let test: TestRuntime;
let server: Server;
let port: number;
const servers = new Set<Server>();
const sources: string[] = [];
let detach: () => void;

beforeEach(async () => {
  test = installTestRuntime();
  detach = nameThePeers(servers);
  server = createServer((incoming, outgoing) => {
    sources.push(sourceOf(new Headers(incoming.headers as Record<string, string>), test.runtime.config));
    if (incoming.url !== '/events') {
      outgoing.end('ok');
      return;
    }
    const stream = test.runtime.hub.open({
      watches: [],
      lastEventId: null,
      mayRead: () => true,
      signal: new AbortController().signal,
    });
    Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]).pipe(outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  detach();
  server.closeAllConnections();
  server.close();
  test.restore();
});

function get(path: string, headers: Record<string, string> = {}): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { connection: 'keep-alive', ...headers } }, resolve)
      .on('error', reject)
      .end();
  });
}

describe('the web server of this process', () => {
  it('names the peer of the socket over what a client says', async () => {
    (await get('/', { 'x-vamplate-peer': '10.0.0.9', 'x-forwarded-for': '10.0.0.8' })).resume();
    expect(sources.at(-1)).toBe('127.0.0.1');
    expect(servers.has(server)).toBe(true);
  });

  it('lets go of streams, kept-alive and silent connections, so that closing completes', async () => {
    const stream = await get('/events');
    const ended = new Promise((resolve) => stream.on('end', resolve).resume());
    (await get('/')).resume();
    const silent = connect(port, '127.0.0.1');
    const cut = new Promise((resolve) => silent.on('close', resolve));
    await new Promise((resolve) => silent.on('connect', resolve));
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const stopped = test.runtime.stop();
    closeServers(servers, { idleMs: 10, busyMs: 50 });
    await Promise.all([ended, cut, closed, stopped]);
  });

  it('runs what asked to be stopped, newest first, once, whatever one of them does', async () => {
    const order: string[] = [];
    test.runtime.onStop(() => void order.push('first'));
    test.runtime.onStop(() => {
      throw new Error('does not stop');
    });
    test.runtime.onStop(async () => void order.push('last'));
    await Promise.all([test.runtime.stop(), test.runtime.stop()]);
    expect(order).toEqual(['last', 'first']);
  });
});
