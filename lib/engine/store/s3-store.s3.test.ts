/** A real S3 server passes the suite: the one of `scripts/s3-server.sh`, or the operator's own named by the environment. */
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { describeStore } from '@/lib/testing/store-conformance';
import type { OpenedStore } from '@/lib/testing/store-conformance/kit';
import type { ObjectStore } from './object-store';
import { openStore } from './open-store';
import { probeStore } from './probe-store';
import { openS3Client } from './s3-client';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION;
const service = { endpoint, ...(region === undefined ? {} : { region }) };
const bucket = process.env.VAMPLATE_S3_BUCKET ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const text = (value: string) => new TextEncoder().encode(value);

const prefixes: string[] = [];
function open(): ObjectStore {
  const prefix = `conformance/${uuidHex(systemRandom)}`;
  prefixes.push(prefix);
  return openStore({ uri: `s3://${bucket}/${prefix}`, ...service });
}
async function empty(store: ObjectStore): Promise<void> {
  for (;;) {
    const page = await store.list({ prefix: '' });
    await store.deleteBatch(page.objects.map(({ key }) => key));
    if (page.next === null) return;
  }
}
const opened = async (): Promise<OpenedStore> => {
  const store = open();
  return { store, close: () => empty(store) };
};
afterAll(async () => {
  for (const prefix of prefixes) await empty(openStore({ uri: `s3://${bucket}/${prefix}`, ...service }));
});

// What the service at hand does with a condition on delete is learned, and the suite then holds it to that.
const honours = await (async () => {
  const client = openS3Client(service);
  if (process.env.VAMPLATE_S3_BUCKET === undefined)
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  const store = open();
  const first = await store.create('d', text('1'));
  const stale = first.kind === 'written' ? first.etag : '';
  await store.put('d', text('2'));
  await store.deleteIfMatch('d', stale);
  return (await store.head('d')).kind === 'found';
})();

describeStore(`S3 store at ${endpoint}`, opened, {
  deleteIfMatch: honours ? 'honoured' : 'ignored',
  lostReplace: 'conflict_or_unknown',
});

describe('S3 store', () => {
  it('learns the ETag spelling at the first conditional write, once', async () => {
    const store = open();
    const made = await store.create('a', text('1'));
    if (made.kind !== 'written') throw new Error('not written');
    expect(await store.traits?.()).toMatchObject({ etagSpelling: null });
    const replaced = await store.replace('a', text('2'), made.etag);
    expect(replaced.kind).toBe('written');
    expect((await store.traits?.())?.etagSpelling).toMatch(/^(un)?quoted$/);
    expect((await store.list({ prefix: '_vamplate/' })).objects).toEqual([]);
  });
  it('never takes a missing bucket for absence', async () => {
    const missing = openStore({ uri: `s3://no-such-${uuidHex(systemRandom)}/lake`, ...service });
    const failure = { kind: 'unavailable' };
    await expect(missing.head('a')).rejects.toMatchObject(failure);
    await expect(missing.get('a', { maxBytes: 1 })).rejects.toMatchObject(failure);
    await expect(missing.list({ prefix: '' })).rejects.toMatchObject(failure);
    expect((await missing.create('a', text('x'))).kind).toBe('unknown');
    expect((await missing.delete('a')).kind).toBe('unknown');
  });
  it('hides the empty objects that stand for folders', async () => {
    const store = open();
    const client = openS3Client(service);
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: `${store.rootPath}/f/`, Body: '', ContentLength: 0 }),
    );
    await store.create('f/x', text('x'));
    expect((await store.list({ prefix: 'f/' })).objects.map(({ key }) => key)).toEqual(['f/x']);
    client.destroy();
  });
  it('is probed as it is', async () => {
    const store = open();
    const found = await probeStore(store, { clock: systemClock, random: systemRandom });
    for (const name of [
      'createIfAbsent',
      'replaceIfMatch',
      'strongListing',
      'storageTime',
      'answerTime',
      'wholeObjects',
      'orderedListing',
    ] as const) {
      expect(found[name], name).toMatchObject({ answer: 'yes' });
    }
    expect(found.deleteIfMatch).toMatchObject({ answer: honours ? 'yes' : 'no' });
    expect(found.etagSpelling).toMatch(/quoted$/);
    expect(found.leftovers).toEqual([]);
    expect((await store.list({ prefix: '' })).objects).toEqual([]);
  });
});
