/** Tags and leases through the routes on a real S3 server: what cannot be done there is refused or said, and LanceDB sees the rest. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { connect } from '@lancedb/lancedb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { type Assumption, assumptions } from '@/lib/engine/store/capability-rules';
import { openStore } from '@/lib/engine/store/open-store';
import { probeStore } from '@/lib/engine/store/probe-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { actionStage } from '@/lib/testing/action-stage';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
const bucket = process.env.VAMPLATE_S3_BUCKET ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const uri = `s3://${bucket}/lake-${uuidHex(systemRandom).slice(0, 8)}`;
const storageOptions = { endpoint, region, allowHttp: 'true', virtualHostedStyleRequest: 'false' };
const params = { lake: 'test', id: 'events.lance' };

let without: readonly Assumption[];
let stage: Awaited<ReturnType<typeof actionStage>>;
beforeAll(async () => {
  if (process.env.VAMPLATE_S3_BUCKET === undefined) {
    const client = openS3Client({ endpoint, region });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }
  const db = await connect(uri, { storageOptions });
  const table = await db.createTable('events', [{ id: 0 }]);
  for (const id of [1, 2]) await table.add([{ id }]);
  db.close();
  const store = openStore({ uri, endpoint, region });
  const probed = await probeStore(store, { clock: systemClock, random: systemRandom });
  without = assumptions.filter((name) => probed[name].answer !== 'yes');
  stage = await actionStage({ store, without });
}, 300_000);
afterAll(() => stage.routes.close());

async function tags(): Promise<Record<string, number>> {
  const db = await connect(uri, { storageOptions });
  const listed = await (await (await db.openTable('events')).tags()).list();
  db.close();
  return Object.fromEntries(Object.entries(listed).map(([name, { version }]) => [name, Number(version)]));
}

const send = async (name: 'createTag' | 'moveTag' | 'deleteTag' | 'takeLease', body: object, tag = '') => {
  const reply = await stage.routes.reply(name, { params: { ...params, tag }, body, role: 'operator' });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

it('this server deletes unconditionally, and the page is told which buttons that limits', async () => {
  expect(without).toEqual(['deleteIfMatch']);
  const { switchedOff } = await stage.routes.get('capabilities', { params });
  expect(switchedOff.map(({ id, kind }) => [id, kind])).toEqual([
    ['createTag', 'limited'],
    ['deleteTag', 'limited'],
    ['forceUnlock', 'limited'],
  ]);
});

it('a tag is made the released way where nobody uses the lifecycle, and LanceDB sees it', async () => {
  const made = await send('createTag', { name: 'first', version: '1' });
  expect(made).toMatchObject({ status: 200, body: { tag: { way: 'released' } } });
  expect(made.body.notes).toEqual(expect.arrayContaining([expect.stringContaining('A3')]));
  expect(await tags()).toEqual({ first: 1 });
});

it('once a lease is there a new tag is refused with the reason; moving and deleting go on, and say what they leave open', async () => {
  expect((await send('takeLease', { version: '2', ttlMs: 3_600_000 })).status).toBe(200);
  const refused = await send('createTag', { name: 'second', version: '2' });
  expect(refused).toMatchObject({
    status: 501,
    body: { error: { code: 'unsupported', details: { reasons: [{ code: 'no_conditional_delete' }] } } },
  });
  const { items } = await stage.routes.get('references', { params });
  const etag = items.find(({ name }) => name === 'first')?.etag;
  const moved = await send('moveTag', { version: '2', etag }, 'first');
  expect(moved.status).toBe(200);
  expect(await tags()).toEqual({ first: 2 });
  const { etag: now } = moved.body.tag as { etag: string };
  const gone = await send('deleteTag', { etag: now, reason: 'no use' }, 'first');
  expect(gone.status).toBe(200);
  expect(gone.body.notes).toEqual(
    expect.arrayContaining([expect.stringContaining('deletes without a condition')]),
  );
  expect(await tags()).toEqual({});
  expect((await stage.journal()).filter(({ kind }) => kind === 'outcome')).toHaveLength(5);
});
