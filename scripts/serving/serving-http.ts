/** What a serving process answers: its report, and the rows of the version it serves or of the one before. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import { statusHandler } from '@/lib/engine/serving/status-handler';
import type { OpenVersion } from './lance-table';
import type { Replica } from './replica';

const mostRows = 1_000;

export interface Served {
  readonly reporter: ServingReporter;
  readonly shown: Replica['shown'];
}

/** Listens on loopback before anything is claimed or hydrated (D.3). @returns the port */
export async function listen(served: Served, port: number): Promise<{ server: Server; port: number }> {
  const status = statusHandler(served.reporter);
  const server = createServer((request, response) => {
    if (status(request, response)) return;
    void answer(served, request, response).catch(() =>
      reply(response, 500, { problem: 'it could not be read' }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function answer({ shown }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method !== 'GET' || (pathname !== '/count' && pathname !== '/rows')) {
    return reply(response, 404, { problem: 'GET /count, /rows or /serving/v1/status' });
  }
  // One snapshot for the whole answer.
  const { lifecycle, content } = shown.current;
  if (content === null) return reply(response, 503, { problem: 'nothing is served' });
  const told = { importId: lifecycle.serving?.active ?? null, version: Number(content.version) };
  if (pathname === '/count') return reply(response, 200, { ...told, rows: await content.count() });
  const limit = Math.min(mostRows, Math.max(1, Number(searchParams.get('limit')) || 10));
  return reply(response, 200, { ...told, rows: await rowsOf(content, limit) });
}

async function rowsOf(content: OpenVersion, limit: number): Promise<unknown> {
  return JSON.parse(
    JSON.stringify(await content.rows(limit), (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  );
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
