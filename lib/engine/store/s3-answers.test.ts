/** The real AWS client against a loopback server that answers badly: each answer means what decision D1 says, and nothing is sent twice. */
import type { ServerResponse } from 'node:http';
import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import {
  type Answer,
  answeringServer,
  cut,
  date,
  hang,
  inTurn,
  ok,
  status,
  storeTime,
  timeoutMs,
} from '@/lib/testing/answering-server';
import type { ObjectStore } from './object-store';
import { openS3Store } from './s3-store';

const rig = answeringServer();
const body = new TextEncoder().encode('x');

const conditional = [
  ['create', () => rig.store.create('k', body)],
  ['replace', () => rig.store.replace('k', body, 'e0')],
] as const;

describe('writes', () => {
  it.each(conditional)(
    'D1 %s: 200 is written, with the ETag unquoted and the time of the answer',
    async (_name, call) => {
      rig.answer = ok;
      expect(await call()).toEqual({ kind: 'written', etag: 'e1', storeTime });
    },
  );
  it.each(conditional)('D1 %s: 412 is conflict', async (_name, call) => {
    rig.answer = status(412, 'PreconditionFailed');
    expect(await call()).toEqual({ kind: 'conflict', storeTime });
    expect(rig.requests).toHaveLength(1);
  });
  it('D1 404 is conflict to an If-Match, and unknown to a create or to a missing bucket', async () => {
    rig.answer = status(404, 'NoSuchKey');
    expect((await rig.store.replace('k', body, 'e0')).kind).toBe('conflict');
    expect((await rig.store.create('k', body)).kind).toBe('unknown');
    rig.answer = status(404, 'NoSuchBucket');
    expect((await rig.store.replace('k', body, 'e0')).kind).toBe('unknown');
  });
  it.each(conditional)(
    'D1 %s: 409 wrote nothing and is repeated, a bounded number of times',
    async (_name, call) => {
      rig.answer = inTurn(
        status(409, 'ConditionalRequestConflict'),
        status(409, 'ConditionalRequestConflict'),
        ok,
      );
      expect((await call()).kind).toBe('written');
      expect(rig.requests).toHaveLength(3);
      rig.answer = status(409, 'ConditionalRequestConflict');
      await expect(call()).rejects.toMatchObject({
        kind: 'unavailable',
        details: { outcome: 'not_written' },
      });
      expect(rig.requests).toHaveLength(11);
    },
  );
  const repeated = ['create', 'replace', 'delete', 'deleteBatch'] as const;
  it.each(repeated)(
    'D19 %s: what 409 has repeated is asked for again, and stops once refused',
    async (name) => {
      rig.answer = status(409, 'ConditionalRequestConflict');
      let asked = 0;
      const beforeSend = () => {
        asked += 1;
        if (asked === 3) throw new VamplateError('conflict', 'Taken over.', { reason: 'not_owned' });
      };
      const sent = {
        create: () => rig.store.create('k', body, { beforeSend }),
        replace: () => rig.store.replace('k', body, 'e0', { beforeSend }),
        delete: () => rig.store.delete('k', { beforeSend }),
        deleteBatch: () => rig.store.deleteBatch(['k'], { beforeSend }),
      };
      await expect(sent[name]()).rejects.toMatchObject({ details: { reason: 'not_owned' } });
      expect([asked, rig.requests.length]).toEqual([3, 2]);
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
  it.each(unsettled)('D1 %s is unknown, and is not sent again', async (_name, bad) => {
    rig.answer = bad;
    for (const call of [
      () => rig.store.create('k', body),
      () => rig.store.replace('k', body, 'e0'),
      () => rig.store.put('k', body),
      () => rig.store.delete('k'),
      () => rig.store.deleteIfMatch('k', 'e0'),
    ]) {
      rig.requests.length = 0;
      expect(await call()).toMatchObject({ kind: 'unknown', cause: { details: { outcome: 'unknown' } } });
      expect(rig.requests).toHaveLength(1);
    }
    rig.requests.length = 0;
    expect((await rig.store.deleteBatch(['k', 'l'])).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    expect(rig.requests).toHaveLength(1);
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
    rig.answer = ok;
    await rig.store.create('k', body);
    await rig.store.replace('k', body, 'e0');
    await rig.store.deleteIfMatch('k', 'e0');
    await rig.store.put('k', body);
    expect(rig.requests.map(({ headers }) => [headers['if-none-match'], headers['if-match']])).toEqual([
      ['*', undefined],
      [undefined, '"e0"'],
      [undefined, '"e0"'],
      [undefined, undefined],
    ]);
  });
});

describe('deletes', () => {
  it('of an absent key are done; a condition on an absent key is a conflict', async () => {
    rig.answer = status(404, 'NoSuchKey');
    expect(await rig.store.delete('k')).toEqual({ kind: 'deleted' });
    expect(await rig.store.deleteIfMatch('k', 'e0')).toEqual({ kind: 'conflict' });
    rig.answer = status(412, 'PreconditionFailed');
    expect(await rig.store.deleteIfMatch('k', 'e0')).toEqual({ kind: 'conflict' });
  });
  it('in a batch say per key what happened, and unknown where nothing was said', async () => {
    rig.answer = (_request, response) => {
      response.writeHead(200);
      response.end(
        '<DeleteResult><Deleted><Key>lake/a</Key></Deleted><Error><Key>lake/b</Key><Code>AccessDenied</Code></Error><Error><Key>lake/c</Key><Code>NoSuchKey</Code></Error></DeleteResult>',
      );
    };
    const answers = await rig.store.deleteBatch(['d', 'c', 'b', 'a']);
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
    rig.answer = bad;
    await expect(rig.store.get('k', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(rig.store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(rig.store.head('k')).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it("a proxy's own 404 page is absence only when the bucket can be listed", async () => {
    rig.answer = (_request, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('<html><body>not here</body></html>');
    };
    await expect(rig.store.get('k', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(rig.store.head('k')).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it.each([
    ['cut', (response: ServerResponse) => response.destroy()],
    ['left hanging', () => undefined],
  ])('a body that is %s is unavailable, never a shorter body', async (_name, end) => {
    rig.answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': '10' });
      response.write('01234', () => end(response));
    };
    await expect(rig.store.get('k', { maxBytes: 99 })).rejects.toMatchObject({ kind: 'unavailable' });
  });
  it('a body larger than asked for is not read', async () => {
    rig.answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': String(10 ** 12) });
      response.write('0123456789');
    };
    expect(await rig.store.get('k', { maxBytes: 9 })).toMatchObject({
      kind: 'too_large',
      meta: { size: 10 ** 12 },
    });
  });
  it('a range answered with the whole object is cut to the range', async () => {
    rig.answer = (_request, response) => {
      response.writeHead(200, { ...headers, 'Content-Length': '10' });
      response.end('0123456789');
    };
    const part = await rig.store.getRange('k', { start: -3 });
    expect(part).toMatchObject({ kind: 'found', meta: { size: 10 }, body: new TextEncoder().encode('789') });
  });
  it('an aborted read ends with the reason of its signal', async () => {
    rig.answer = hang;
    const abort = new AbortController();
    const reading = rig.store.get('k', { maxBytes: 9, signal: abort.signal });
    const reason = new Error('closed');
    abort.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
  it('an answer without a date has no store time', async () => {
    rig.answer = (_request, response) => {
      response.removeHeader('Date');
      response.sendDate = false;
      response.writeHead(200, { ...headers, 'Content-Length': '0' });
      response.end();
    };
    expect(await rig.store.head('k')).toMatchObject({ kind: 'found', storeTime: null });
  });
  it('a listing cut short without a token is not taken for the end', async () => {
    rig.answer = (_request, response) => {
      response.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    };
    await expect(rig.store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unsupported' });
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
  const fresh = () => openS3Store({ client: rig.client, bucket: 'b', prefix: 'lake', timeoutMs });
  const written = async (of: ObjectStore, etag: string) => {
    const made = await of.replace('k', body, etag);
    return made.kind;
  };

  it('is quoted where that works, at no extra request', async () => {
    rig.answer = service((tag) => tag.startsWith('"'));
    const store = fresh();
    expect(await written(store, 'e0')).toBe('written');
    expect(rig.requests).toHaveLength(1);
    expect(await store.traits?.()).toMatchObject({ etagSpelling: 'quoted' });
  });
  it('is unquoted where only that works, learned on a scratch object of its own', async () => {
    rig.answer = service((tag) => !tag.startsWith('"'));
    const store = fresh();
    expect(await written(store, 'e0')).toBe('written');
    expect(await store.traits?.()).toMatchObject({ etagSpelling: 'unquoted' });
    const others = rig.requests.filter(({ url }) => !url.startsWith('/b/lake/k?'));
    expect(others.length).toBeGreaterThan(3);
    for (const { url } of others) expect(url).toMatch(/^\/b\/lake\/_vamplate\/probe\/[0-9a-f]{32}\/spelling/);
    expect(others.at(-1)?.method).toBe('DELETE');
    const before = rig.requests.length;
    expect(await written(store, 'stale')).toBe('conflict');
    expect(rig.requests.length).toBe(before + 1);
  });
  it('is never tried unquoted on a real key where that would make the condition void', async () => {
    // Refuses every quoted tag and ignores what it cannot read: an unquoted tag would replace anything.
    rig.answer = (request, response) => {
      const condition = request.headers['if-match'];
      if (condition?.startsWith('"')) return status(412, 'PreconditionFailed')(request, response, '');
      return request.method === 'DELETE' ? status(204)(request, response, '') : ok(request, response, '');
    };
    const store = fresh();
    await expect(store.replace('k', body, 'stale')).rejects.toMatchObject({ kind: 'unsupported' });
    const onKey = rig.requests.filter(({ url }) => url.startsWith('/b/lake/k?'));
    expect(onKey.map(({ headers }) => headers['if-match'])).toEqual(['"stale"']);
  });
});
