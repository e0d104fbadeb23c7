/** A loopback S3 server that answers as a test tells it, with the real AWS client in front of it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach } from 'vitest';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openS3Store } from '@/lib/engine/store/s3-store';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface AnsweringServer {
  answer: Answer;
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  readonly client: S3Client;
  readonly store: ObjectStore;
}

export const date = 'Mon, 30 Nov 2026 01:00:00 GMT';
export const storeTime = Date.parse(date);
export const timeoutMs = 400;

/** Registers its own start and end around every test of the file. */
export function answeringServer(): AnsweringServer {
  const requests: AnsweringServer['requests'] = [];
  let server: Server;
  const rig = { answer: hang, requests } as { -readonly [K in keyof AnsweringServer]: AnsweringServer[K] };
  beforeEach(async () => {
    requests.length = 0;
    server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers });
      let sent = '';
      request.on('data', (chunk) => {
        sent += chunk;
      });
      request.on('end', () => {
        response.setHeader('Date', date);
        rig.answer(request, response, sent);
      });
    });
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    rig.client = new S3Client({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    rig.store = openS3Store({
      client: rig.client,
      bucket: 'b',
      prefix: 'lake',
      timeoutMs,
      etagSpelling: 'quoted',
    });
  });
  afterEach(async () => {
    rig.client.destroy();
    server.closeAllConnections();
    await new Promise((closed) => {
      server.close(closed);
    });
  });
  return rig;
}

export function status(code: number, error?: string): Answer {
  return (_request, response) => {
    response.writeHead(code, { 'Content-Type': 'application/xml' });
    response.end(error === undefined ? '' : `<Error><Code>${error}</Code><Message>no</Message></Error>`);
  };
}
export const hang: Answer = () => undefined;
export const cut: Answer = (request) => request.socket.destroy();
export const ok: Answer = (_request, response) => {
  response.writeHead(200, { ETag: '"e1"', 'Content-Length': '0' });
  response.end();
};
export function inTurn(...answers: Answer[]): Answer {
  let turn = 0;
  return (request, response, sent) => {
    const next = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    next?.(request, response, sent);
  };
}
