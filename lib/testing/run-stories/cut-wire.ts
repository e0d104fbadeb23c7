/** A wire to the store that can be cut: bytes pass as they are, so that signatures hold; while cut nobody gets through. */

import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Socket } from 'node:net';

export interface Wire {
  readonly endpoint: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openWire(endpoint: string): Promise<Wire> {
  const { hostname, port } = new URL(endpoint);
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = dial(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${own}`,
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend() {
      whole = true;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
