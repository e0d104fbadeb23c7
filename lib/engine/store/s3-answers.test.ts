/** The real AWS client against a loopback server that answers badly: each answer means what decision D1 says, and nothing is sent twice. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from './object-store';
import { openS3Store } from './s3-store';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const date = 'Mon, 30 Nov 2026 01:00:00 GMT';
const storeTime = Date.parse(date);
const timeoutMs = 400;
let server: Server;
let client: S3Client;
let store: ObjectStore;
let answer: Answer;
let requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
const body = new TextEncoder().encode('x');

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    let sent = '';
    request.on('data', (chunk) => {
      sent += chunk;
    });
    request.on('end', () => {
      response.setHeader('Date', date);
      answer(request, response, sent);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  store = openS3Store({ client, bucket: 'b', prefix: 'lake', timeoutMs, etagSpelling: 'quoted' });
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((closed) => {
    server.close(closed);
  });
});

function status(code: number, error?: string): Answer {
  return (_request, response) => {
    response.writeHead(code, { 'Content-Type': 'application/xml' });
    response.end(error === undefined ? '' : `<Error><Code>${error}</Code><Message>no</Message></Error>`);
  };
}
const hang: Answer = () => undefined;
const cut: Answer = (request) => request.socket.destroy();
const ok: Answer = (_request, response) => {
  response.writeHead(200, { ETag: '"e1"', 'Content-Length': '0' });
  response.end();
};
function inTurn(...answers: Answer[]): Answer {
  let turn = 0;
  return (request, response, sent) => {
    const next = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    next?.(request, response, sent);
  };
}

const conditional = [
  ['create', () => store.create('k', body)],
  ['replace', () => store.replace('k', body, 'e0')],
] as const;

describe('writes', () => {
  it.each(conditional)(
    '%s: 200 is written, with the ETag unquoted and the time of the answer',
    async (_name, call) => {
      answer = ok;
      expect(await call()).toEqual({ kind: 'written', etag: 'e1', storeTime });
    },
  );
  it.each(conditional)('%s: 412 is conflict', async (_name, call) => {
    answer = status(412, 'PreconditionFailed');
    expect(await call()).toEqual({ kind: 'conflict', storeTime });
    expect(requests).toHaveLength(1);
  });
  it('404 is conflict to an If-Match, and unknown to a create or to a missing bucket', async () => {
    answer = status(404, 'NoSuchKey');
    expect((await store.replace('k', body, 'e0')).kind).toBe('conflict');
    expect((await store.create('k', body)).kind).toBe('unknown');
    answer = status(404, 'NoSuchBucket');
    expect((await store.replace('k', body, 'e0')).kind).toBe('unknown');
  });
  it.each(conditional)(
    '%s: 409 wrote nothing and is repeated, a bounded number of times',
    async (_name, call) => {
      answer = inTurn(
        status(409, 'ConditionalRequestConflict'),
        status(409, 'ConditionalRequestConflict'),
        ok,
      );
      expect((await call()).kind).toBe('written');
      expect(requests).toHaveLength(3);
      answer = status(409, 'ConditionalRequestConflict');
      await expect(call()).rejects.toMatchObject({
        kind: 'unavailable',
        details: { outcome: 'not_written' },
      });
      expect(requests).toHaveLength(11);
    },
  );
  const unsettled: [string, Answer][] = [
    ['500', status(500, 'InternalError')],
    ['503', status(503, 'SlowDown')],
    ['403', status(403, 'AccessDenied')],
    ['400', status(400, 'RequestTimeout')],
    ['501', status(501, 'NotImplemented')],
    ['a redirect', status(307)],
    ['no answer', hang],
    ['a cut connection', cut],
  ];
  it.each(unsettled)('%s is unknown, and is not sent again', async (_name, bad) => {
    answer = bad;
    for (const call of [
      () => store.create('k', body),
      () => store.replace('k', body, 'e0'),
      () => store.put('k', body),
      () => store.delete('k'),
      () => store.deleteIfMatch('k', 'e0'),
    ]) {
      requests.length = 0;
      expect(await call()).toMatchObject({ kind: 'unknown', cause: { details: { outcome: 'unknown' } } });
      expect(requests).toHaveLength(1);
    }
    requests.length = 0;
    expect((await store.deleteBatch(['k', 'l'])).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    expect(requests).toHaveLength(1);
  });
  it('are certain to have had no effect when nothing could be sent', async () => {
    const nobody = new S3Client({
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      maxAttempts: 1,
      credentials: () => Promise.reject(new Error('no credentials')),
    });
    const unable = openS3Store({ client: nobody, bucket: 'b', prefix: '' });
    await expect(unable.create('k', body)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'not_written' },
    });
  });
  it('send the conditions they promise', async () => {
    answer = ok;
    await store.create('k', body);
    await store.replace('k', body, 'e0');
    await store.deleteIfMatch('k', 'e0');
    await store.put('k', body);
    expect(requests.map(({ headers }) => [headers['if-none-match'], headers['if-match']])).toEqual([
      ['*', undefined],
      [undefined, '"e0"'],
      [undefined, '"e0"'],
      [undefined, undefined],
    ]);
  });
});

describe('deletes', () => {
  it('of an absent key are done; a condition on an absent key is a conflict', async () => {
    answer = status(404, 'NoSuchKey');
    expect(await store.delete('k')).toEqual({ kind: 'deleted' });
    expect(await store.deleteIfMatch('k', 'e0')).toEqual({ kind: 'conflict' });
    answer = status(412, 'PreconditionFailed');
    expect(await store.deleteIfMatch('k', 'e0')).toEqual({ kind: 'conflict' });
  });
  it('in a batch say per key what happened, and unknown where nothing was said', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      response.end(
        '<DeleteResult><Deleted><Key>lake/a</Key></Deleted><Error><Key>lake/b</Key><Code>AccessDenied</Code></Error><Error><Key>lake/c</Key><Code>NoSuchKey</Code></Error></DeleteResult>',
      );
    };
    const answers = await store.deleteBatch(['d', 'c', 'b', 'a']);
    expect(answers.map(({ kind }) => kind)).toEqual(['unknown', 'deleted', 'unknown', 'deleted']);
  });
});

describe('reads', () => {
  const headers = { ETag: '"e1"', 'Last-Modified': date };
  it.each([
    ['500', status(500, 'InternalError')],
    ['403', status(403, 'AccessDenied')],
    ['a missing bucket', status(404, 'NoSuchBucket')],
    ['no answer', hang],
    ['a cut connection', cut],
  ] as [string, Answer][])('%s is unavailable, never absent', async (_name, bad) => {
    answer = bad;
    await expect(store.get('k', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.head('k')).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it("a proxy's own 404 page is absence only when the bucket can be listed", async () => {
    answer = (_request, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('<html><body>not here</body></html>');
    };
    await expect(store.get('k', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.head('k')).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it.each([
    ['cut', (response: ServerResponse) => response.destroy()],
    ['left hanging', () => undefined],
  ])('a body that is %s is unavailable, never a shorter body', async (_name, end) => {
    answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': '10' });
      response.write('01234', () => end(response));
    };
    await expect(store.get('k', { maxBytes: 99 })).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it('a body larger than asked for is not read', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': String(10 ** 12) });
      response.write('0123456789');
    };
    expect(await store.get('k', { maxBytes: 9 })).toMatchObject({
      kind: 'too_large',
      meta: { size: 10 ** 12 },
    });
  });
  it('a range answered with the whole object is cut to the range', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': '10' });
      response.end('0123456789');
    };
    const part = await store.getRange('k', { start: -3 });
    expect(part).toMatchObject({ kind: 'found', meta: { size: 10 }, body: new TextEncoder().encode('789') });
  });
  it('an aborted read ends with the reason of its signal', async () => {
    answer = hang;
    const abort = new AbortController();
    const reading = store.get('k', { maxBytes: 9, signal: abort.signal });
    const reason = new Error('closed');
    abort.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
  it('an answer without a date has no store time', async () => {
    answer = (_request, response) => {
      response.removeHeader('Date');
      response.sendDate = false;
      response.writeHead(200, { ...headers, 'Content-Length': '0' });
      response.end();
    };
    expect(await store.head('k')).toMatchObject({ kind: 'found', storeTime: null });
  });
  it('a listing cut short without a token is not taken for the end', async () => {
    answer = (_request, response) => {
      response.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    };
    await expect(store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unsupported' });
  });
});

describe('the spelling of ETags', () => {
  /** A little S3 that compares If-Match as the test says; it holds one ETag for every key. */
  function service(matches: (ifMatch: string) => boolean): Answer {
    const etags = new Map<string, string>();
    let writes = 0;
    return (request, response) => {
      const key = (request.url ?? '').replace(/\?.*/, '');
      const condition = request.headers['if-match'];
      if (request.method === 'DELETE') return status(204)(request, response, '');
      if (condition !== undefined && !(matches(condition) && condition.includes(etags.get(key) ?? 'e0'))) {
        return status(412, 'PreconditionFailed')(request, response, '');
      }
      writes += 1;
      etags.set(key, `tag${writes}`);
      response.writeHead(200, { ETag: `"tag${writes}"` });
      response.end();
    };
  }
  const fresh = () => openS3Store({ client, bucket: 'b', prefix: 'lake', timeoutMs });
  const written = async (of: ObjectStore, etag: string) => {
    const made = await of.replace('k', body, etag);
    return made.kind;
  };

  it('is quoted where that works, at no extra request', async () => {
    answer = service((tag) => tag.startsWith('"'));
    store = fresh();
    expect(await written(store, 'e0')).toBe('written');
    expect(requests).toHaveLength(1);
    expect(await store.traits?.()).toMatchObject({ etagSpelling: 'quoted' });
  });
  it('is unquoted where only that works, learned on a scratch object of its own', async () => {
    answer = service((tag) => !tag.startsWith('"'));
    store = fresh();
    expect(await written(store, 'e0')).toBe('written');
    expect(await store.traits?.()).toMatchObject({ etagSpelling: 'unquoted' });
    const others = requests.filter(({ url }) => !url.startsWith('/b/lake/k?'));
    expect(others.length).toBeGreaterThan(3);
    for (const { url } of others) expect(url).toMatch(/^\/b\/lake\/_vamplate\/probe\/[0-9a-f]{32}\/spelling/);
    expect(others.at(-1)?.method).toBe('DELETE');
    const before = requests.length;
    expect(await written(store, 'stale')).toBe('conflict');
    expect(requests.length).toBe(before + 1);
  });
  it('is never tried unquoted on a real key where that would make the condition void', async () => {
    // Refuses every quoted tag and ignores what it cannot read: an unquoted tag would replace anything.
    answer = (request, response) => {
      const condition = request.headers['if-match'];
      if (condition?.startsWith('"')) return status(412, 'PreconditionFailed')(request, response, '');
      return request.method === 'DELETE' ? status(204)(request, response, '') : ok(request, response, '');
    };
    store = fresh();
    await expect(store.replace('k', body, 'stale')).rejects.toMatchObject({ kind: 'unsupported' });
    const onKey = requests.filter(({ url }) => url.startsWith('/b/lake/k?'));
    expect(onKey.map(({ headers }) => headers['if-match'])).toEqual(['"stale"']);
  });
});
