/** A table LanceDB wrote to a real S3 server: the first screen costs two listings, and every version is as the engine lists it. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { connect } from '@lancedb/lancedb';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { metered } from '@/lib/engine/store/metered-store';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { Lakes } from './lakes';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
const bucket = process.env.VAMPLATE_S3_BUCKET ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const uri = `s3://${bucket}/lake-${uuidHex(systemRandom).slice(0, 8)}`;
const versions = 300;

function openLake() {
  const { store, meter } = metered(openStore({ uri, endpoint, region }));
  const lakes = new Lakes({
    settings: [{ id: 's3', uri, gc: 'none' }],
    clock: systemClock,
    watchIntervalMs: 15_000,
    openStore: () => store,
    onChange: () => {},
  });
  return { lake: lakes.lake('s3'), meter };
}

let truth: readonly { readonly version: number; readonly timestamp: string }[];
beforeAll(async () => {
  if (process.env.VAMPLATE_S3_BUCKET === undefined) {
    const client = openS3Client({ endpoint, region });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }
  const storageOptions = { endpoint, region, allowHttp: 'true', virtualHostedStyleRequest: 'false' };
  const db = await connect(uri, { storageOptions });
  const table = await db.createTable('events', [{ id: 0 }]);
  await (await table.tags()).create('first', 1);
  const exp = await (await table.branches()).create('exp', undefined, 1);
  await exp.add([{ id: -1 }]);
  for (let id = 1; id < versions; id += 1) await table.add([{ id }]);
  truth = (await table.listVersions()).map(({ version, timestamp }) => ({
    version,
    timestamp: timestamp.toISOString(),
  }));
  for (const open of [exp, table]) open.close();
  db.close();
}, 300_000);

describe('a table of 300 versions on S3', () => {
  it('has a first screen of one page of names and one of control files', async () => {
    const { lake, meter } = openLake();
    const facts = await (await lake.dataset('events.lance')).facts(null, 5_000);
    expect(facts.names.listing).toMatchObject({ latest: BigInt(versions), scheme: 'v2' });
    expect(facts.control.tags.map(({ name }) => name)).toEqual(['first']);
    expect(meter.byKind.list.requests).toBe(2);
    expect(meter.byKind.getRange.requests).toBe(1);
    expect(facts.control.storeTime).not.toBeNull();
  });

  it('is as the engine lists it, each manifest read once', async () => {
    const { lake, meter } = openLake();
    const { reader } = await lake.dataset('events.lance');
    const { columns } = (await reader.names(null).get(0)).value;
    const read = async () => {
      const entries = columns.slice(0, columns.length).toReversed();
      return Promise.all(
        entries.map(async (entry) => {
          const finding = await reader.manifests.read(reader.store, reader.root(null), entry);
          if (finding.kind === 'failed') throw finding.error;
          const { version, committedAt } = finding.manifest.summary;
          return { version: Number(version), timestamp: new Date(committedAt?.ms ?? 0).toISOString() };
        }),
      );
    };
    expect(await read()).toEqual(truth);
    const asked = meter.requests;
    expect(await read()).toEqual(truth);
    expect(meter.requests).toBe(asked);
  });

  it('is found, and its storage counts what its branch needs', async () => {
    const { lake } = openLake();
    expect((await lake.search()).value).toEqual({ datasets: ['events.lance'], complete: true, notes: [] });
    const dataset = await lake.dataset('events.lance');
    const { value } = await dataset.storage(null).get(0);
    expect(value).toMatchObject({ complete: true, notes: [] });
    expect(value.account).toMatchObject({ missingCount: 0, unreadVersions: 0 });
    const branch = await dataset.storage('exp').get(0);
    expect(branch.value.account).toMatchObject({ missingCount: 0, unreadVersions: 0 });
  });
});
