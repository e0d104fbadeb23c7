/** The life of the web server around Next: peers are named, streams beat, and a signal ends it all within seconds. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import type { Runtime } from '../runtime';
import { heartbeatMs } from './event-hub';
import { peerHeader } from './host-rules';

/** The process ends after this whatever still holds it. */
const lastResortMs = 4_000;

interface Began {
  readonly request: IncomingMessage;
  readonly server: Server;
}

/** Attaches the runtime to the web server of this process: peers, heartbeat, and the end by a signal. */
export function attachToServer(runtime: Runtime): void {
  const servers = new Set<Server>();
  nameThePeers(servers);
  setInterval(() => runtime.hub.beat(), heartbeatMs).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      runtime.log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), lastResortMs).unref();
      void runtime.stop();
      closeServers(servers, { idleMs: 100, busyMs: 1_500 });
    });
  }
}

/**
 * Next owns its server and hands it to nobody, so Node's own channel tells of each request as it begins: there the
 * peer of its socket is written down, and the server noted for the end. @returns what undoes it
 */
export function nameThePeers(servers: Set<Server>): () => void {
  const channel = 'http.server.request.start';
  const note = (message: unknown): void => {
    const { request, server } = message as Began;
    servers.add(server);
    request.headers[peerHeader] = request.socket.remoteAddress ?? 'unknown';
  };
  subscribe(channel, note);
  return () => void unsubscribe(channel, note);
}

/**
 * Next closes its server on the same signal and then waits for every connection. Ended streams leave theirs idle a
 * turn later, browsers hold others ready and silent: after `idleMs` the idle ones are closed, after `busyMs` all.
 */
export function closeServers(
  servers: ReadonlySet<Server>,
  after: { readonly idleMs: number; readonly busyMs: number },
): void {
  setTimeout(() => {
    for (const server of servers) server.closeIdleConnections();
  }, after.idleMs).unref();
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, after.busyMs).unref();
}
