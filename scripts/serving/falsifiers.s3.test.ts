/** The falsifiers of G.3 that speak of the shared store, on a real S3 server. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { beforeAll } from 'vitest';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { describeMirrorFalsifiers } from './describe-mirror-falsifiers';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const service = { endpoint, region: process.env.VAMPLATE_S3_REGION ?? 'us-east-1' };
const given = process.env.VAMPLATE_S3_BUCKET;
const bucket = given ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;

async function createBucket(name: string): Promise<void> {
  const client = openS3Client(service);
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
}
beforeAll(async () => {
  if (given === undefined) await createBucket(bucket);
});

describeMirrorFalsifiers('a mirror on S3', async () => {
  const uri = `s3://${bucket}/serving/${uuidHex(systemRandom)}`;
  const other = `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
  return {
    ...{ uri, store: openStore({ uri, ...service }) },
    environment: { SERVING_S3_ENDPOINT: service.endpoint, SERVING_S3_REGION: service.region },
    absent: { uri: `s3://${other}/serving`, make: () => createBucket(other) },
  };
});
