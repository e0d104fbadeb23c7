/** Counts requests in front of an S3 server: plain forwarding on loopback, host and signature untouched. */
import { Agent, createServer, request } from 'node:http';

export interface CountingProxy {
  /** The endpoint to give to the client that is counted. */
  readonly endpoint: string;
  /** Requests so far. */
  readonly requests: () => number;
  /** Those of them that delete, singly or in bulk. */
  readonly deletes: () => number;
  close(): Promise<void>;
}

/** @param told of every request, before it is forwarded */
export async function openCountingProxy(
  endpoint: string,
  told: (method: string, path: string) => void = () => {},
): Promise<CountingProxy> {
  const target = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let requests = 0;
  let deletes = 0;
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const { method, url: path = '', headers } = incoming;
    told(method ?? '', path);
    if (method === 'DELETE' || (method === 'POST' && /[?&]delete(?:=|&|$)/.test(path))) deletes += 1;
    const forwarded = request(
      { host: target.hostname, port: target.port, method, path, headers, agent, setHost: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', (error) => outgoing.destroy(error));
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    deletes: () => deletes,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
