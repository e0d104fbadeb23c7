/** The life of the web server around Next: peers are named, streams beat, and a signal ends it all within seconds. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import type { Runtime } from '../runtime';
import { heartbeatMs } from './event-hub';
import { peerHeader } from './host-rules';

/** After this, connections that are still busy are cut. */
const graceMs = 1_500;
/** After this the process ends whatever still holds it. */
const lastResortMs = 4_000;

interface Began {
  readonly request: IncomingMessage;
  readonly server: Server;
}

/**
 * Attaches the runtime to the web server of this process. Next owns that server and hands it to nobody, so Node's own
 * channel tells of each request as it begins: there its socket's peer is written down, and the server noted for the end.
 */
export function attachToServer(runtime: Runtime): void {
  const servers = new Set<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as Began;
    servers.add(server);
    request.headers[peerHeader] = request.socket.remoteAddress ?? 'unknown';
  });
  setInterval(() => runtime.hub.beat(), heartbeatMs).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stopServing(runtime, servers));
  }
}

/**
 * Next closes its server on the same signal and then waits for every connection. Event streams would hold it for
 * ever and kept-alive connections for a while, so the streams end first and idle connections at once.
 */
export async function stopServing(runtime: Runtime, servers: ReadonlySet<Server>): Promise<void> {
  runtime.log.info('stopping');
  setTimeout(() => process.exit(1), lastResortMs).unref();
  const stopped = runtime.stop();
  // The streams' last bytes leave in the next turns; only then are their connections idle.
  setTimeout(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 100).unref();
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, graceMs).unref();
  await stopped;
}
