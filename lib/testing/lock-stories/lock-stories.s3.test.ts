/** The stories of a cluster's lock between real processes, on a real S3 server. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { beforeAll } from 'vitest';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { describeLockStories } from './describe-lock-stories';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const service = { endpoint, region: process.env.VAMPLATE_S3_REGION ?? 'us-east-1' };
const given = process.env.VAMPLATE_S3_BUCKET;
const bucket = given ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;

beforeAll(async () => {
  const client = openS3Client(service);
  if (given === undefined) await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});

describeLockStories('a cluster lock on S3', async () => {
  const uri = `s3://${bucket}/stories/${uuidHex(systemRandom)}`;
  return { store: openStore({ uri, ...service }), uri, kind: 'cluster' };
});
